import type { Chat as ChatShape } from '#conversations/schema.ts'
import type { SendMessageBody } from '#messages/schema.ts'
import type { Message as MessageShape } from '#messages/schema.ts'
import type { Note as NoteShape } from '#conversations/notes/schema.ts'
import type { Tag as TagShape } from '#conversations/tags/schema.ts'
import type { ThreadItem as ItemShape } from '#inbox/threads/schema.ts'
import type { ThreadPage as PageShape } from '#inbox/threads/schema.ts'
import type { View as ViewShape } from '#inbox/views/schema.ts'
import type { Static } from 'typebox'
import type { Wire } from '../../../lib/wire.ts'

/** A chat, as it arrives. */
export type Chat = Wire<ChatShape>
/** A message, as it arrives. */
export type Message = Wire<MessageShape>
/** A note, as it arrives. */
export type Note = Wire<NoteShape>
/** A tag of chats, as it arrives. */
export type Tag = Wire<TagShape>
/** A saved filter, as it arrives. */
export type SavedView = Wire<ViewShape>
/** What stands in a thread, as it arrives. */
export type ThreadItem = Wire<ItemShape>
/** A part of a thread, as it arrives. */
export type ThreadPage = Wire<PageShape>
/** A message of a thread. */
export type MessageItem = Extract<ThreadItem, { kind: 'message' }>
/** A note of a thread. */
export type NoteItem = Extract<ThreadItem, { kind: 'note' }>
/** What was done with the chat. */
export type ChangeItem = Extract<ThreadItem, { kind: 'change' }>
/** What is sent, beside where to: the body of POST /api/v1/messages/send. */
export type SendBody = Omit<
  Static<typeof SendMessageBody>,
  'conversation_id' | 'phone_e164' | 'recipient_phone' | 'phone' | 'message_text'
>
