import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChatChange } from '#conversations/schema.ts'
import { CURSOR_CHARACTERS_MAX } from '#lib/page.ts'
import { closedObject, filledText, Id, nullable, titled } from '#lib/schemas.ts'
import { Message } from '#messages/schema.ts'
import { Note } from '#conversations/notes/schema.ts'

/** The preview of a message in a reply to it. */
const ReplyPreview = titled('ReplyPreview', {
  id: Id,
  direction: Type.Enum(['inbound', 'outbound']),
  type: Type.String(),
  text: nullable(Type.String()),
})

/** The preview of a message in a reply to it. */
type ReplyPreview = Static<typeof ReplyPreview>

/** An item of a thread: a message, a note, or a change of the conversation. */
export const ThreadItem = Type.Union(
  [
    titled('ThreadMessage', {
      kind: Type.Literal('message'),
      ...Message.properties,
      reply_preview: nullable(ReplyPreview),
      reply_deleted: Type.Boolean({
        description: 'Whether the message that this one replies to was deleted.',
      }),
    }),
    titled('ThreadNote', { kind: Type.Literal('note'), ...Note.properties }),
    titled('ThreadChange', { kind: Type.Literal('change'), ...ChatChange.properties }),
  ],
  { title: 'ThreadItem' },
)

/** An item of a thread, distinguished by `kind`. */
export type ThreadItem = Static<typeof ThreadItem>

/** A part of a thread, the oldest first. */
export const ThreadPage = titled('ThreadPage', {
  data: Type.Array(ThreadItem),
  before_cursor: nullable(
    Type.String({ description: 'The cursor for older items. Null at the start of the thread.' }),
  ),
  after_cursor: nullable(
    Type.String({ description: 'The cursor for newer items. Null if there are none yet.' }),
  ),
})

/** A part of a thread, the oldest first. */
export type ThreadPage = Static<typeof ThreadPage>

const place = (description: string) => Type.Optional(filledText(CURSOR_CHARACTERS_MAX, description))

/** The query of GET /api/v1/chats/{id}/thread; by default the newest part. */
export const ThreadQuery = closedObject({
  before: place('A cursor or the id of an item. Returns older items.'),
  after: place('A cursor or the id of an item. Returns newer items.'),
  around: place('The id of an item. Returns the item and those around it.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 50,
      description: 'The number of items per page.',
    }),
  ),
})
