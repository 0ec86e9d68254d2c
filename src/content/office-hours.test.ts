import { describe, expect, it } from 'vitest';
import { formatOfficeHours, type OfficeHours } from './office-hours.ts';

const hours: OfficeHours = {
  from: 'Monday',
  to: 'Friday',
  opens: '09:00',
  closes: '18:00',
  zone: 'EST',
};

describe('formatOfficeHours', () => {
  it('formats days and 12-hour times', () => {
    expect(formatOfficeHours({ ...hours, opens: '00:30', closes: '12:00' }).times).toBe(
      '12:30 AM to 12:00 PM EST',
    );
    expect(formatOfficeHours({ ...hours, to: 'Monday' }).days).toBe('Monday');
  });
});
