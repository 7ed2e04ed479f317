import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id } from '#lib/schemas.ts'
import { CANNED_REPLY_CHARACTERS_MAX } from '#shared/canned-replies.ts'

/** The body of POST /api/v1/tickets/{id}/customer-updates. */
export const CustomerUpdateBody = closedObject({
  canned_reply_id: Type.Optional(Id),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CANNED_REPLY_CHARACTERS_MAX.text,
      description:
        'Instead of a canned reply. {number}, {title} and {status} are replaced, as are {name}, {first_name} and {my_name}.',
    }),
  ),
  again: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Sends it also if the customer got an update since the status was changed.',
    }),
  ),
})

/** The body of POST /api/v1/tickets/{id}/customer-updates. */
export type CustomerUpdateBody = Static<typeof CustomerUpdateBody>
