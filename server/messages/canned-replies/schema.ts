import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { WithClock, WithConfig } from '#db/context.ts'
import type { CannedReplies } from '#db/tables/canned-replies.ts'
import type { MediaUploads } from '#db/tables/media-uploads.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  Id,
  idText,
  nullable,
  optionals,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { toUpload, Upload } from '#messages/uploads/schema.ts'
import { SEARCH_CHARACTERS_MAX } from '#shared/pages.ts'
import {
  CANNED_REPLY_CHARACTERS_MAX,
  CANNED_REPLY_FILES_MAX,
  REPLY_VARIABLES,
} from '#shared/canned-replies.ts'

const VARIABLES = REPLY_VARIABLES.map((name) => `{${name}}`).join(', ')

const fields = {
  shortcut: Type.String({
    pattern: String.raw`^[\p{L}\p{M}\p{N}_-]{1,${CANNED_REPLY_CHARACTERS_MAX.shortcut}}$`,
    'x-message': `must have 1 to ${CANNED_REPLY_CHARACTERS_MAX.shortcut} characters: letters, digits, - and _`,
    description: 'What agents type after `/` to insert the reply: letters, digits, - and _.',
  }),
  text: Type.String({
    minLength: 1,
    maxLength: CANNED_REPLY_CHARACTERS_MAX.text,
    description: `Variables are replaced when the reply is used: ${VARIABLES}, and {field.KEY} with the key of a custom field; in updates about a ticket {number}, {title} and {status}. A reply is not sent while one of them has no value.`,
  }),
}
const others = {
  team_id: nullable(
    idText('A team: only its members have the reply. Null: everybody has it, or the one member.'),
  ),
  media_ids: Type.Array(Id, {
    maxItems: CANNED_REPLY_FILES_MAX,
    uniqueItems: true,
    description: 'Uploaded files that are sent with the text. Replaces those that it has.',
  }),
}

/** A text that agents send often, with its files. */
export const CannedReply = titled('CannedReply', {
  id: Id,
  shortcut: Type.String({
    description: 'Unique, ignoring case, among the replies of everybody, of a team or of a member.',
  }),
  text: Type.String(),
  team_id: nullable(Id, 'Only members of this team have it.'),
  member_id: nullable(Id, 'Only this member has it.'),
  files: Type.Array(Upload),
  created_by: nullable(Id),
  created_at: Time,
  updated_at: Time,
})

/** A text that agents send often. `created_by` is a membership. */
export type CannedReply = Static<typeof CannedReply>

/** The body of POST /api/v1/canned-replies. */
export const CreateCannedReplyBody = closedObject({
  ...fields,
  ...optionals({
    ...others,
    is_own: Type.Boolean({ description: 'Whether only the signed-in member has it.' }),
  }),
})

/** The body of PATCH /api/v1/canned-replies/{id}: only fields that are present are updated. */
export const UpdateCannedReplyBody = closedObject(optionals({ ...fields, ...others }))

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

/** Converts a row of `canned_replies` and the uploads of its files to the API's canned reply. */
export function toCannedReply(
  context: WithConfig & WithClock,
  row: Selectable<CannedReplies>,
  uploads: readonly Selectable<MediaUploads>[],
): CannedReply {
  const files = uploads.map((upload) => toUpload(context, upload))
  return pickFields(CannedReply, { ...row, member_id: row.membership_id, files })
}
