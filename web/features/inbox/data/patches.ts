import type { Chat } from './types.ts'

/** What was changed here and is on its way to the server: it stands above what the server says meanwhile. */
const patches = new Map<string, Partial<Chat>[]>()

/** `chat` with what is on its way. */
export function withPatches(chat: Chat): Chat {
  const own = patches.get(chat.id)
  return own ? Object.assign({}, chat, ...own) : chat
}

/** Lets `patch` stand above what the server says of the chat, until the returned function is called. */
export function holdPatch(chatId: string, patch: Partial<Chat>): () => void {
  patches.set(chatId, [...(patches.get(chatId) ?? []), patch])
  return () => {
    const rest = patches.get(chatId)?.filter((each) => each !== patch) ?? []
    if (rest.length > 0) patches.set(chatId, rest)
    else patches.delete(chatId)
  }
}
