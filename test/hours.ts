import { WEEKDAYS } from '#shared/business-hours.ts'

/** Returns the body of business hours from 9 to 17 on each day, in Berlin. */
export function testHours(name: string) {
  const week = Object.fromEntries(WEEKDAYS.map((day) => [day, [['09:00', '17:00']]]))
  return { name, time_zone: 'Europe/Berlin', week }
}
