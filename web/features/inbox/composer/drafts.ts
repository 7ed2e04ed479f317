import { useSyncExternalStore } from 'react'
import { storage } from '../../../lib/storage.ts'

/** Somebody that a note names: their membership, and the name as it stands in the text. */
export type DraftMention = { id: string; name: string }

/** What is being written in a chat: a reply to the customer and a note for colleagues, side by side. */
export type Draft = {
  mode: 'reply' | 'note'
  reply: string
  note: string
  mentions: DraftMention[]
}

const PREFIX = 'parley-draft'
const empty: Draft = { mode: 'reply', reply: '', note: '', mentions: [] }
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** Where the draft of a member in a chat is kept. */
function keyOf(membershipId: string, chatId: string): string {
  return `${PREFIX}:${membershipId}:${chatId}`
}

/** The draft of a chat, from this browser; empty where there is none or where it cannot be read. */
export function readDraft(membershipId: string, chatId: string): Draft {
  const key = keyOf(membershipId, chatId)
  const known = drafts.get(key)
  if (known) return known
  const draft = parse(storage.get(key))
  drafts.set(key, draft)
  return draft
}

/** Changes the draft of a chat and keeps it in this browser, so that it survives a reload. */
export function changeDraft(membershipId: string, chatId: string, change: Partial<Draft>): void {
  const key = keyOf(membershipId, chatId)
  const draft = { ...readDraft(membershipId, chatId), ...change }
  drafts.set(key, draft)
  const isEmpty = draft.reply === '' && draft.note === ''
  storage.set(key, isEmpty ? null : JSON.stringify(draft))
  for (const each of listeners) each()
}

/** The draft of a chat, and how to change it. */
export function useDraft(
  membershipId: string,
  chatId: string,
): [Draft, (change: Partial<Draft>) => void] {
  const draft = useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    () => readDraft(membershipId, chatId),
  )
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
