import { describe, expect, it } from 'vitest';
import { officeHours, openDays, type OfficeHours } from './office-hours.ts';

const hours: OfficeHours = {
  from: 'Monday',
  to: 'Friday',
  opens: '09:00',
  closes: '18:00',
  zone: 'EST',
};

describe('office hours', () => {
  it('read as visitors expect them', () => {
    expect(officeHours(hours)).toEqual({
      days: 'Monday to Friday',
      times: '9:00 AM to 6:00 PM EST',
    });
    expect(officeHours({ ...hours, opens: '00:30', closes: '12:00' }).times).toBe(
      '12:30 AM to 12:00 PM EST',
    );
    expect(officeHours({ ...hours, to: 'Monday' }).days).toBe('Monday');
  });

  it('name each day that the office is open, also over the end of a week', () => {
    expect(openDays(hours)).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect(openDays({ ...hours, from: 'Saturday', to: 'Monday' })).toEqual([
      'Saturday',
      'Sunday',
      'Monday',
    ]);
    expect(openDays({ ...hours, to: 'Monday' })).toEqual(['Monday']);
  });
});
