import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CannedReplies } from '#db/tables/canned-replies.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import { CANNED_REPLY_CHARACTERS_MAX } from '#shared/canned-replies.ts'

const Shortcut = Type.String({
  pattern: String.raw`^[\p{L}\p{M}\p{N}_-]{1,${CANNED_REPLY_CHARACTERS_MAX.shortcut}}$`,
  'x-message': `must have 1 to ${CANNED_REPLY_CHARACTERS_MAX.shortcut} characters: letters, digits, - and _`,
  description: 'What agents type after `/` to insert the reply: letters, digits, - and _.',
})
const Text = Type.String({
  minLength: 1,
  maxLength: CANNED_REPLY_CHARACTERS_MAX.text,
  description:
    "{name} and {first_name} are replaced with the customer's name, {my_name} with the sender's name; in updates about a ticket also {number}, {title} and {status}.",
})

/** A text that agents send often. Shortcuts are unique, ignoring case. */
export const CannedReply = titled('CannedReply', {
  id: Id,
  shortcut: Type.String(),
  text: Type.String(),
  created_by: nullable(Id),
  created_at: Time,
  updated_at: Time,
})

/** A text that agents send often. `created_by` is a membership. */
export type CannedReply = Static<typeof CannedReply>

/** The body of POST /api/v1/canned-replies. */
export const CreateCannedReplyBody = closedObject({ shortcut: Shortcut, text: Text })

/** The body of PATCH /api/v1/canned-replies/{id}: only fields that are present are updated. */
export const UpdateCannedReplyBody = closedObject({
  shortcut: Type.Optional(Shortcut),
  text: Type.Optional(Text),
})

/** The query of GET /api/v1/canned-replies. */
export const ListCannedRepliesQuery = closedObject({
  ...pageQuery,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_CHARACTERS_MAX,
      description: 'Matches part of the shortcut or the text.',
    }),
  ),
})

/** Converts a row of `canned_replies` to the API's canned reply. */
export function toCannedReply(row: Selectable<CannedReplies>): CannedReply {
  return pickFields(CannedReply, row)
}
