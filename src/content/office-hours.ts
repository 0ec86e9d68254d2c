type Weekday = 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday' | 'Saturday' | 'Sunday';

/** A 24-hour time 'HH:MM'. */
type Time = `${number}:${number}`;

/** Opening hours, the same on each day. */
export interface OfficeHours {
  from: Weekday;
  to: Weekday;
  opens: Time;
  closes: Time;
  /** Displayed time zone. */
  zone: string;
}

/** Formats the hours as 'Monday to Friday' and '9:00 AM to 6:00 PM EST'. */
export const formatOfficeHours = ({ from, to, opens, closes, zone }: OfficeHours) => ({
  days: from === to ? from : `${from} to ${to}`,
  times: `${formatTwelveHourTime(opens)} to ${formatTwelveHourTime(closes)} ${zone}`,
});

function formatTwelveHourTime(time: string) {
  const [hours = '', minutes = ''] = time.split(':');
  return `${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}
