import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { CreateNoteBody } from '#conversations/notes/schema.ts'
import type { OwnDrafts } from '#db/tables/own-drafts.ts'
import {
  closedObject,
  Id,
  idText,
  limitedText,
  nullable,
  pickFields,
  Time,
  timeText,
  titled,
} from '#lib/schemas.ts'
import { SendMessageBody } from '#messages/schema.ts'
import { OWN_DRAFT_CHARACTERS_MAX, OWN_DRAFT_DAYS, OWN_DRAFT_KINDS } from '#shared/drafts.ts'

const {
  conversation_id: _id,
  person_id: _person,
  phone_e164: _phone,
  recipient_phone: _recipientPhone,
  phone: _phoneAlias,
  open_conversation: _open,
  channel_id: _channel,
  message_text: _textAlias,
  ...content
} = SendMessageBody.properties
const Kind = Type.Enum([...OWN_DRAFT_KINDS], { description: 'A reply, or an internal note.' })
const Mentions = Type.Array(closedObject({ id: Id, name: limitedText(200, 'As in the text.') }), {
  maxItems: 100,
  description: 'The members that a note mentions.',
})
const draftVersion = Type.Optional(
  idText('The version of your draft that this sends. The draft is deleted with it.'),
)

/** An unsent reply or note of the signed-in member. */
export const OwnDraft = titled('OwnDraft', {
  conversation_id: Id,
  kind: Kind,
  version: Id,
  text: Type.String({ description: `Deleted after ${OWN_DRAFT_DAYS} days without a change.` }),
  mentions: Mentions,
  seen_until: nullable(Time, 'You have seen the replies of other members up to this time.'),
  updated_at: Time,
})

/** An unsent reply or note of the signed-in member. */
export type OwnDraft = Static<typeof OwnDraft>

/** The response of GET /api/app/drafts. */
export const OwnDraftList = Type.Object({ data: Type.Array(OwnDraft) })

/** The body of PUT /api/app/drafts. */
export const SaveOwnDraftBody = closedObject({
  conversation_id: idText('The conversation.'),
  kind: Kind,
  version: idText('The new version, which you choose.'),
  based_on: nullable(Id, 'The version that you changed; null for a new draft.'),
  text: limitedText(OWN_DRAFT_CHARACTERS_MAX, 'The whole text. An empty one deletes the draft.'),
  mentions: Type.Optional(Mentions),
  seen_until: Type.Optional(
    timeText('You have seen the replies of other members up to this time.'),
  ),
})

/** The body of POST /api/app/replies. */
export const SendReplyBody = closedObject({
  conversation_id: idText('The conversation.'),
  message: closedObject(content, {
    description: 'The content, as in POST /api/v1/messages/send.',
  }),
  draft_version: draftVersion,
  proposed_draft_id: Type.Optional(
    idText("A program's draft in this conversation that this sends, as it is or changed."),
  ),
  closes: Type.Optional(
    Type.Boolean({
      description: 'Closes the conversation with it. Requires the scope chats:write.',
    }),
  ),
  seen_until: Type.Optional(
    timeText('Refuses the reply if another member has replied after this time.'),
  ),
})

/** The body of POST /api/app/notes. */
export const WriteNoteBody = closedObject({
  conversation_id: idText('The conversation.'),
  note: CreateNoteBody,
  draft_version: draftVersion,
  hand_over_to: Type.Optional(
    closedObject(
      { type: Type.Enum(['member', 'team']), id: Id },
      {
        description:
          'Hands the conversation over with it, to a membership or a team. Requires the scope chats:write.',
      },
    ),
  ),
})

/** Converts a row of `own_drafts` to the API's draft. */
export function toOwnDraft(row: Selectable<OwnDrafts>): OwnDraft {
  return pickFields(OwnDraft, { ...row, conversation_id: row.chat_id })
}
