import { describe, expect, it } from 'vitest';
import { officeHours, type OfficeHours } from './office-hours.ts';

const hours: OfficeHours = {
  from: 'Monday',
  to: 'Friday',
  opens: '09:00',
  closes: '18:00',
  zone: 'EST',
};

describe('officeHours', () => {
  it('formats days and 12-hour times', () => {
    expect(officeHours(hours)).toEqual({
      days: 'Monday to Friday',
      times: '9:00 AM to 6:00 PM EST',
    });
    expect(officeHours({ ...hours, opens: '00:30', closes: '12:00' }).times).toBe(
      '12:30 AM to 12:00 PM EST',
    );
    expect(officeHours({ ...hours, to: 'Monday' }).days).toBe('Monday');
  });
});
