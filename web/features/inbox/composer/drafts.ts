import { createStore, useSelected } from '../../../lib/create-store.ts'
import { storage } from '../../../lib/storage.ts'

/** A member mentioned in a note: the membership id, and the name as written in the text. */
export type DraftMention = { id: string; name: string }

/** The unsent text of a conversation: a reply to the customer and a note for the team, side by side. */
export type Draft = {
  mode: 'reply' | 'note'
  reply: string
  note: string
  mentions: DraftMention[]
}

const PREFIX = 'parley-draft'
const empty: Draft = { mode: 'reply', reply: '', note: '', mentions: [] }
/** Drafts read or written so far. An entry may be added without notice: it equals what storage holds. */
const drafts = createStore<Map<string, Draft>>(new Map())

/** Returns the storage key of a member's draft in a conversation. */
function keyOf(membershipId: string, chatId: string): string {
  return `${PREFIX}:${membershipId}:${chatId}`
}

/** Returns a conversation's draft from this browser; an empty one when none is stored or storage is unavailable. */
function readDraft(membershipId: string, chatId: string): Draft {
  const key = keyOf(membershipId, chatId)
  const known = drafts.get().get(key)
  if (known) return known
  const draft = parse(storage.get(key))
  drafts.get().set(key, draft)
  return draft
}

/** Updates a conversation's draft and stores it in this browser, so that it survives a reload. */
function changeDraft(membershipId: string, chatId: string, change: Partial<Draft>): void {
  const key = keyOf(membershipId, chatId)
  const draft = { ...readDraft(membershipId, chatId), ...change }
  const isEmpty = draft.reply === '' && draft.note === ''
  storage.set(key, isEmpty ? null : JSON.stringify(draft))
  drafts.update((before) => new Map(before).set(key, draft))
}

/** Adds text to the reply that is being written in a conversation, below what is there. */
export function addToDraft(membershipId: string, chatId: string, text: string): void {
  const { reply } = readDraft(membershipId, chatId)
  changeDraft(membershipId, chatId, {
    mode: 'reply',
    reply: reply.trim() === '' ? text : `${reply}\n${text}`,
  })
}

/** Returns a conversation's draft and a function to update it. */
export function useDraft(
  membershipId: string,
  chatId: string,
): [Draft, (change: Partial<Draft>) => void] {
  const draft = useSelected(drafts, () => readDraft(membershipId, chatId))
  return [draft, (change) => changeDraft(membershipId, chatId, change)]
}

function parse(kept: string | null): Draft {
  if (kept === null) return empty
  try {
    const { mode, reply, note, mentions } = JSON.parse(kept) as Partial<Draft>
    return {
      mode: mode === 'note' ? 'note' : 'reply',
      reply: typeof reply === 'string' ? reply : '',
      note: typeof note === 'string' ? note : '',
      mentions: Array.isArray(mentions) ? mentions : [],
    }
  } catch {
    return empty
  }
}
