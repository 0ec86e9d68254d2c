import type { PeriodFigures } from '../../inquiries/weekly-figures.ts';

export interface Headlines {
  received: number;
  onTime: number;
  late: number;
  waiting: number;
  /** From 0 to 1, of the reviews whose time is over; undefined without any. */
  onTimeShare: number | undefined;
}

/** A whole period in a few figures. */
export function headlinesOf({ weeks }: PeriodFigures): Headlines {
  const sum = (part: 'received' | 'onTime' | 'late' | 'waiting') =>
    weeks.reduce((total, week) => total + week[part], 0);
  const [onTime, late] = [sum('onTime'), sum('late')];
  return {
    received: sum('received'),
    onTime,
    late,
    waiting: sum('waiting'),
    onTimeShare: onTime + late ? onTime / (onTime + late) : undefined,
  };
}
