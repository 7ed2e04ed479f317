import type { Scope } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import { openChats } from './open-chats.ts'
import type { OpenChatInput, OpenedChat } from './open-chats.ts'

/**
 * Locks and returns the conversation with `recipient` on the channel; creates it if there is none, as `openChats`
 * does.
 */
export async function openChat(tx: Scope, input: OpenChatInput): Promise<OpenedChat> {
  return firstOf(await openChats(tx, [input]))
}
