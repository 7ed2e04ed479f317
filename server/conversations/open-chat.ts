import type { Scope } from '#context.ts'
import { openChats } from './open-chats.ts'
import type { OpenChatInput, OpenedChat } from './open-chats.ts'

/** The chat with `recipient` on the channel, locked; made when there is none, by the rules of `openChats`. */
export async function openChat(tx: Scope, input: OpenChatInput): Promise<OpenedChat> {
  const [opened] = await openChats(tx, [input])
  return opened!
}
