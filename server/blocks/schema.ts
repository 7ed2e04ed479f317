import { Type } from 'typebox'
import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { closedObject } from '#lib/schemas.ts'

/** The body of POST /api/v1/contacts/{id}/block. */
export const BlockBody = closedObject({
  reason: Type.Optional(
    Type.String({
      maxLength: CONTACT_CHARACTERS_MAX.blocked_reason,
      description: 'Why the contact is blocked, for your team. The contact never sees it.',
    }),
  ),
})
