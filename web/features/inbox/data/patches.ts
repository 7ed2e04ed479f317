import type { Chat } from './types.ts'

/** Changes made here that are in flight: they take precedence over the server's state. */
const patches = new Map<string, Partial<Chat>[]>()

/** Applies the changes in flight to `chat`. */
export function withPatches(chat: Chat): Chat {
  const own = patches.get(chat.id)
  return own ? Object.assign({}, chat, ...own) : chat
}

/** Lets `patch` take precedence over the server's state of a conversation, until the returned function is called. */
export function holdPatch(chatId: string, patch: Partial<Chat>): () => void {
  patches.set(chatId, [...(patches.get(chatId) ?? []), patch])
  return () => {
    const rest = patches.get(chatId)?.filter((each) => each !== patch) ?? []
    if (rest.length > 0) patches.set(chatId, rest)
    else patches.delete(chatId)
  }
}
