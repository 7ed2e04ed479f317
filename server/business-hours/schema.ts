import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { BusinessHoursRows } from '#db/tables/business-hours.ts'
import { nextExceptions } from '#lib/hours/periods-on.ts'
import { createHours } from '#lib/hours/create-hours.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, filledText, Id, nullable, optionals, Time, titled } from '#lib/schemas.ts'
import { BUSINESS_HOURS_MAX, WEEKDAYS } from '#shared/business-hours.ts'
import type { DayException, Period, Weekday } from '#shared/business-hours.ts'

const Periods = Type.Unsafe<readonly Period[]>(
  Type.Array(
    Type.Array(
      Type.String({
        pattern: String.raw`^(([01]\d|2[0-3]):[0-5]\d|24:00)$`,
        'x-message': 'must be a time of a day, such as 09:00',
      }),
      { minItems: 2, maxItems: 2 },
    ),
    {
      title: 'Periods',
      maxItems: BUSINESS_HOURS_MAX.periods,
      description:
        'Start and end of each period of the day, such as `["09:00", "12:30"]`. A period that ends at or before its start goes on until that time of the next day. Without periods, the day is closed.',
      examples: [
        [
          ['09:00', '12:30'],
          ['13:30', '18:00'],
        ],
      ],
    },
  ),
)
const Week = Type.Unsafe<Record<Weekday, readonly Period[]>>(
  Type.Object(Object.fromEntries(WEEKDAYS.map((day) => [day, Periods])), {
    title: 'Week',
    additionalProperties: false,
  }),
)
const Month = Type.Integer({ minimum: 1, maximum: 12 })
const YearlyDay = Type.Union(
  [
    closedObject(
      { month: Month, day: Type.Integer({ minimum: 1, maximum: 31 }) },
      { title: 'YearlyDate' },
    ),
    closedObject(
      {
        month: Month,
        weekday: Type.Enum([...WEEKDAYS]),
        nth: Type.Enum([1, 2, 3, 4, -1], { description: '-1 is the last one of the month.' }),
      },
      { title: 'YearlyWeekday' },
    ),
    closedObject(
      {
        easter: Type.Integer({
          minimum: -70,
          maximum: 70,
          description: 'Days after Easter Sunday.',
        }),
      },
      { title: 'DaysAfterEaster' },
    ),
  ],
  { title: 'YearlyDay' },
)
const Exception = Type.Unsafe<DayException>(
  closedObject(
    {
      label: filledText(BUSINESS_HOURS_MAX.label, 'What the day is, such as Christmas.'),
      date: Type.Optional(nullable(Type.String({ format: 'date' }), 'A single day.')),
      yearly: Type.Optional(nullable(YearlyDay)),
      periods: Periods,
    },
    { title: 'HoursException' },
  ),
)
const Exceptions = Type.Array(Exception, {
  maxItems: BUSINESS_HOURS_MAX.exceptions,
  description:
    'Days with other hours, which replace those of the week: each has either `date` or `yearly`.',
})
const fields = {
  name: filledText(BUSINESS_HOURS_MAX.name, 'A name, unique in the workspace.'),
  time_zone: Type.String({
    maxLength: 64,
    description: 'The IANA name of a time zone.',
    examples: ['Europe/Berlin'],
  }),
  week: Week,
}
const IsDefault = Type.Boolean({
  description: 'Whether they hold for everything that has no other business hours.',
})

/** The number of days with other hours that are listed as the next ones. */
const NEXT_EXCEPTIONS = 5

/** When a business, or a part of it, is open. */
export const BusinessHours = titled('BusinessHours', {
  id: Id,
  ...fields,
  exceptions: Exceptions,
  is_default: IsDefault,
  is_open: Type.Boolean({ description: 'Whether it is open now.' }),
  next_opening_at: nullable(
    Time,
    'When it opens next. Null while it is open, and if it does not open in 400 days.',
  ),
  next_exceptions: Type.Array(
    titled('NextException', {
      date: Type.String({ format: 'date' }),
      label: Type.String(),
      periods: Periods,
    }),
    {
      description: `The next ${NEXT_EXCEPTIONS} days with other hours, from today in the time zone.`,
    },
  ),
  created_at: Time,
  updated_at: Time,
})

/** When a business, or a part of it, is open. */
export type BusinessHours = Static<typeof BusinessHours>

/** The body of POST /api/v1/business-hours. */
export const CreateBusinessHoursBody = closedObject({
  ...fields,
  exceptions: Type.Optional(Exceptions),
  is_default: Type.Optional(IsDefault),
})

/** The body of PATCH /api/v1/business-hours/{id}: only fields that are present are updated. */
export const UpdateBusinessHoursBody = closedObject(
  optionals({ ...fields, exceptions: Exceptions, is_default: IsDefault }),
)

/** The query of GET /api/v1/business-hours. */
export const ListBusinessHoursQuery = closedObject(pageQuery)

/** Converts a row to the API's business hours, as they are at a time. */
export function toBusinessHours(row: Selectable<BusinessHoursRows>, now: Date): BusinessHours {
  const { workspace_id: _, ...own } = row
  const opening = createHours(row).nextOpening(now.getTime())
  const isOpen = opening === now.getTime()
  return {
    ...own,
    exceptions: [...row.exceptions],
    is_open: isOpen,
    next_opening_at: opening === undefined || isOpen ? null : new Date(opening),
    next_exceptions: nextExceptions(row, dateAt(now, row.time_zone), NEXT_EXCEPTIONS),
  }
}

function dateAt(at: Date, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
}
