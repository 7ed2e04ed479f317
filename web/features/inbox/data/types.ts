import type { Chat as ChatShape } from '#conversations/schema.ts'
import type { SendMessageBody } from '#messages/schema.ts'
import type { Message as MessageShape } from '#messages/schema.ts'
import type { Note as NoteShape } from '#conversations/notes/schema.ts'
import type { Tag as TagShape } from '#conversations/tags/schema.ts'
import type { ThreadItem as ItemShape } from '#inbox/threads/schema.ts'
import type { ThreadPage as PageShape } from '#inbox/threads/schema.ts'
import type { Static } from 'typebox'
import type { Wire } from '../../../lib/wire.ts'

/** A conversation as it arrives in JSON. */
export type Chat = Wire<ChatShape>
/** A message as it arrives in JSON. */
export type Message = Wire<MessageShape>
/** A note as it arrives in JSON. */
export type Note = Wire<NoteShape>
/** A tag of conversations as it arrives in JSON. */
export type Tag = Wire<TagShape>
/** An item of a thread as it arrives in JSON. */
export type ThreadItem = Wire<ItemShape>
/** A part of a thread as it arrives in JSON. */
export type ThreadPage = Wire<PageShape>
/** A message of a thread. */
export type MessageItem = Extract<ThreadItem, { kind: 'message' }>
/** A note of a thread. */
export type NoteItem = Extract<ThreadItem, { kind: 'note' }>
/** A change of the conversation in a thread. */
export type ChangeItem = Extract<ThreadItem, { kind: 'change' }>
/** The body of POST /api/v1/messages/send without its target. */
export type SendBody = Omit<
  Static<typeof SendMessageBody>,
  'conversation_id' | 'phone_e164' | 'recipient_phone' | 'phone' | 'message_text'
>
