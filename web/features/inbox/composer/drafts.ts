import type { DraftMention } from '#shared/drafts.ts'
import { createStore, useSelected } from '../../../lib/create-store.ts'
import { storage } from '../../../lib/storage.ts'

/** An unsent text, and what is known of its copy on the server. */
export type DraftPart = {
  text: string
  mentions: DraftMention[]
  /** Its author has seen the replies of other members up to this time; null while there is no text. */
  seenUntil: string | null
  /** The version that the server is known to have; null if it has none. */
  base: string | null
  /** The version that was last sent to the server: another one than `base` while the answer is unknown. */
  version: string | null
  /** The server does not have the text yet. */
  isDirty: boolean
  /** The draft was sent or changed elsewhere while this text was written. */
  isConflicted: boolean
}

/** The kind of an unsent text. */
export type DraftKind = 'reply' | 'note'

/** The unsent texts of a conversation: a reply to the customer and a note for the team, side by side. */
export type Draft = { mode: DraftKind } & Record<DraftKind, DraftPart>

const PREFIX = 'parley-draft:'

/** A draft without a text. */
export const emptyPart: DraftPart = {
  text: '',
  mentions: [],
  seenUntil: null,
  base: null,
  version: null,
  isDirty: false,
  isConflicted: false,
}
const empty: Draft = { mode: 'reply', reply: emptyPart, note: emptyPart }
/** Drafts read or written so far. An entry may be added without notice: it equals what storage holds. */
const drafts = createStore<Map<string, Draft>>(new Map())

/** The keys of drafts that only this tab has, because storage is full or blocked. */
const unkept = new Set<string>()

/** Returns the key of a member's drafts in a conversation. */
export function draftKey(membershipId: string, chatId: string): string {
  return `${PREFIX}${membershipId}:${chatId}`
}

/** Returns the keys of all drafts of a member in this browser. */
export function draftKeys(membershipId: string): string[] {
  const prefix = draftKey(membershipId, '')
  const known = [...drafts.get().keys()].filter((key) => key.startsWith(prefix))
  return [...new Set([...known, ...storage.keys(prefix)])]
}

/** Returns the drafts with a key; empty ones when none are stored or storage is unavailable. */
export function readDraft(key: string): Draft {
  const known = drafts.get().get(key)
  if (known) return known
  const draft = parse(storage.get(key))
  drafts.get().set(key, draft)
  return draft
}

/** Changes one of the drafts with a key, and stores both in this browser, so that they survive a reload. */
export function changeDraft(key: string, kind: DraftKind, change: Partial<DraftPart>): void {
  const draft = readDraft(key)
  keep(key, { ...draft, [kind]: { ...draft[kind], ...change } })
}

/** Chooses which of the drafts with a key is written. */
export function chooseMode(key: string, mode: DraftKind): void {
  keep(key, { ...readDraft(key), mode })
}

/** Returns a conversation's drafts. */
export function useDraft(key: string): Draft {
  return useSelected(drafts, () => readDraft(key))
}

/** Returns whether a conversation has a draft with a text. */
export function useHasDraft(key: string): boolean {
  return useSelected(drafts, () => {
    const { reply, note } = readDraft(key)
    return reply.text !== '' || note.text !== ''
  })
}

/** Reads a draft again that another tab may have changed, for example while this one was suspended. */
export function rereadDraft(key: string): Draft {
  const before = readDraft(key)
  if (unkept.has(key)) return before
  // Each tab chooses by itself what it writes.
  const draft = { ...parse(storage.get(key)), mode: before.mode }
  if (JSON.stringify(draft) === JSON.stringify(before)) return before
  drafts.update((all) => new Map(all).set(key, draft))
  return draft
}

/** Follows the drafts of other tabs of this browser until the returned function is called. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key?.startsWith(PREFIX)) rereadDraft(key)
  }
  const onWake = () => {
    if (!document.hidden) for (const key of drafts.get().keys()) rereadDraft(key)
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('focus', onWake)
  document.addEventListener('visibilitychange', onWake)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', onWake)
    document.removeEventListener('visibilitychange', onWake)
  }
}

function keep(key: string, draft: Draft): void {
  const text = isBlank(draft) ? null : JSON.stringify(draft)
  storage.set(key, text)
  if (storage.get(key) === text) unkept.delete(key)
  else unkept.add(key)
  drafts.update((before) => new Map(before).set(key, draft))
}

function isBlank({ reply, note }: Draft): boolean {
  return [reply, note].every((part) => part.text === '' && part.base === null && !part.isDirty)
}

function parse(kept: string | null): Draft {
  if (kept === null) return empty
  try {
    const stored = JSON.parse(kept) as Record<string, unknown>
    return {
      mode: stored['mode'] === 'note' ? 'note' : 'reply',
      reply: parsePart(stored['reply']),
      note: parsePart(stored['note'], stored['mentions']),
    }
  } catch {
    return empty
  }
}

/** An earlier release kept texts, and mentions beside them. */
function parsePart(stored: unknown, mentions: unknown = []): DraftPart {
  if (typeof stored !== 'string') return { ...emptyPart, ...(stored as Partial<DraftPart>) }
  return {
    ...emptyPart,
    text: stored,
    mentions: mentions as DraftMention[],
    isDirty: stored !== '',
  }
}
