import { Type } from 'typebox'
import { closedObject, idText, nullable, optionals, timeText } from '#lib/schemas.ts'
import { AVAILABILITIES } from '#shared/availability.ts'

/** The body that sets the availability of a member: only fields that are present are updated. */
export const SetAvailabilityBody = closedObject(
  optionals({
    availability: nullable(
      Type.Enum([...AVAILABILITIES]),
      'Sets the availability by hand, which holds whatever the working hours and the activity of the member are. Null: they decide again.',
    ),
    availability_until: nullable(
      timeText('When it ends, at most 366 days from now.'),
      'When it ends, at most 366 days from now. Null or missing: it holds until it is changed.',
    ),
    business_hours_id: nullable(
      idText('The working hours of the member.'),
      'The id of business hours, which become the working hours of the member. Null: none.',
    ),
  }),
)
