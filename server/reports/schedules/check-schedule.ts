import { invalidField } from '#lib/errors.ts'
import { isTimeZone } from '#lib/is-time-zone.ts'
import { REPORT_KINDS } from '../report-kinds.ts'
import type { ScheduleInput } from './schema.ts'

/** Checks what the schema of a scheduled report cannot: filters that its report lacks, the zone, and the day. @throws {AppError} validation_failed */
export function checkSchedule({ report, filters, every, on_day, time_zone }: ScheduleInput): void {
  const known = REPORT_KINDS[report].query.properties
  const other = Object.keys(givenFilters(filters)).find((name) => !Object.hasOwn(known, name))
  if (other !== undefined)
    throw invalidField(`filters.${other}`, `is no parameter of the report "${report}"`)
  if (/^[+-]/.test(time_zone) || !isTimeZone(time_zone))
    throw invalidField('time_zone', 'must be the IANA name of a time zone, such as Europe/Berlin')
  if (every === 'day' && on_day !== null)
    throw invalidField('on_day', 'must be null if the report is sent each day')
  if (every !== 'day' && on_day === null)
    throw invalidField('on_day', `must be the day of the ${every}`)
  if (every === 'week' && on_day !== null && on_day > 7)
    throw invalidField('on_day', 'must be a day of the week, from 1 to 7')
}

/** Returns the filters that are set. */
export function givenFilters(filters: ScheduleInput['filters']): Record<string, string> {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(set) as Record<string, string>
}
