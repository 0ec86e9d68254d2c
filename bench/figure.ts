/** One line of the table: what was measured, beside what it is compared with. */
export interface Figure {
  what: string;
  value: number;
  /** `B`, `ms`, `MB`, `/s` and the like. */
  unit: string;
  /** Our figure divided by the yardstick's, of rounds that took turns. */
  ratio?: number;
  /** What is aimed at; without it the figure stands there as context. */
  goal?: Goal;
}

export interface Goal {
  /** Which of the two the goal is about. */
  of: 'value' | 'ratio';
  atLeast?: number;
  atMost?: number;
}

export interface PartResult {
  figures: Figure[];
  /** What was left out, and why. */
  notes?: string[];
}

export const isHeld = ({ value, ratio, goal }: Figure): boolean | undefined => {
  if (!goal) return undefined;
  const measured = goal.of === 'ratio' ? (ratio ?? NaN) : value;
  return measured >= (goal.atLeast ?? -Infinity) && measured <= (goal.atMost ?? Infinity);
};
