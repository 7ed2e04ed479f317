import { WEEKDAYS } from '#shared/business-hours.ts'
import type { BusinessHours } from '#shared/business-hours.ts'

/** Returns a week with the same period on each day. */
export function testWeek(from: string, to: string): BusinessHours['week'] {
  const days = WEEKDAYS.map((day) => [day, [[from, to]]])
  return Object.fromEntries(days) as BusinessHours['week']
}

/** Returns the body of business hours from 9 to 17 on each day, in Berlin. */
export function testHours(name: string) {
  return { name, time_zone: 'Europe/Berlin', week: testWeek('09:00', '17:00') }
}
