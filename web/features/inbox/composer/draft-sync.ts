import { queryOptions } from '@tanstack/react-query'
import type { OwnDraft } from '#inbox/own-drafts/schema.ts'
import { isPassing, ParleyError } from '#client/core.ts'
import { OWN_DRAFT_CHARACTERS_MAX } from '#shared/drafts.ts'
import { api } from '../../../lib/api.ts'
import { inOrder } from '../../../lib/in-order.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Wire } from '../../../lib/wire.ts'
import {
  changeDraft,
  chooseMode,
  draftKey,
  draftKeys,
  emptyPart,
  readDraft,
  rereadDraft,
} from './drafts.ts'
import type { DraftKind, DraftPart } from './drafts.ts'

type Stored = Wire<OwnDraft>

/** A draft that was taken to be sent. `version`: the one that the server has, once requests in flight have ended. */
export type TakenDraft = {
  version: Promise<string | null>
  /** Stores what was written since. Call it once the message is stored. */
  sent: () => void
  /** Deletes the draft on the server: its message is discarded, or returns to the composer. */
  dropped: () => void
}

const KINDS: readonly DraftKind[] = ['reply', 'note']
const SAVE_EVERY_MS = 1_000
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** The versions of drafts that are being sent: the server may still have them. */
const taken = new Set<string>()
/** The newest stored version of each draft by this tab. */
const saved = new Map<string, string | null>()
/** The number of changes in this tab, and the number at the last one of each draft. */
let changes = 0
const changedAt = new Map<string, number>()

const idOf = (key: string, kind: DraftKind) => `${key}:${kind}`
const chatIdOf = (key: string) => key.slice(key.lastIndexOf(':') + 1)

function change(key: string, kind: DraftKind, part: Partial<DraftPart>): void {
  changedAt.set(idOf(key, kind), ++changes)
  changeDraft(key, kind, part)
}

/** Writes a draft: at once in this browser, and within a second on the server. */
export function writeDraft(
  key: string,
  kind: DraftKind,
  part: Pick<DraftPart, 'text'> & Partial<DraftPart>,
): void {
  change(key, kind, { ...part, isDirty: true })
  saveSoon(key, kind)
}

/** Adds text to the reply that is being written in a conversation, below what is there. */
export function addToDraft(membershipId: string, chatId: string, text: string): void {
  const key = draftKey(membershipId, chatId)
  const { text: before } = readDraft(key).reply
  chooseMode(key, 'reply')
  writeDraft(key, 'reply', { text: before.trim() === '' ? text : `${before}\n${text}` })
}

function saveSoon(key: string, kind: DraftKind): void {
  const id = idOf(key, kind)
  if (timers.has(id)) return
  timers.set(
    id,
    setTimeout(() => void saveNow(key, kind), SAVE_EVERY_MS),
  )
}

function saveNow(key: string, kind: DraftKind): Promise<void> {
  const id = idOf(key, kind)
  clearTimeout(timers.get(id))
  timers.delete(id)
  return inOrder(id, () => alone(id, () => save(key, kind)))
}

/** Runs `run` while no other tab of this browser saves the same draft. */
async function alone<T>(id: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(id, run) : run()
}

async function save(key: string, kind: DraftKind): Promise<void> {
  const part = rereadDraft(key)[kind]
  if (!isUnsaved(part)) return
  // The last answer was lost, so the server has the one version or the other.
  if (part.version !== part.base) return void refreshOwnDrafts().catch(() => undefined)
  await store(key, kind, part, api.put)
}

async function store(
  key: string,
  kind: DraftKind,
  part: DraftPart,
  put: typeof api.putKept,
): Promise<void> {
  const version = crypto.randomUUID()
  changeDraft(key, kind, { version })
  try {
    await put('/api/app/drafts', toBody(key, kind, part, version))
  } catch (err) {
    if (!(err instanceof ParleyError) || isPassing(err, 'PUT')) return
    if (readDraft(key)[kind].version === version) changeDraft(key, kind, { version: part.base })
    if (err.is('draft_changed')) void refreshOwnDrafts().catch(() => undefined)
    return
  }
  const stored = part.text === '' ? null : version
  saved.set(idOf(key, kind), stored)
  const after = readDraft(key)[kind]
  // It was sent during this request.
  if (after.version !== version) return
  const isDirty = after.text !== part.text
  change(key, kind, { base: stored, version: stored, isDirty })
  if (isDirty) saveSoon(key, kind)
}

function toBody(key: string, kind: DraftKind, part: DraftPart, version: string): object {
  const { text, mentions, seenUntil, base } = part
  return {
    conversation_id: chatIdOf(key),
    kind,
    version,
    based_on: base,
    text,
    ...(mentions.length > 0 && { mentions }),
    ...(seenUntil !== null && { seen_until: seenUntil }),
  }
}

/** Saves what is not stored yet, also while the page closes. */
export function flushDrafts(): void {
  for (const id of timers.keys()) {
    const at = id.lastIndexOf(':')
    const [key, kind] = [id.slice(0, at), id.slice(at + 1) as DraftKind]
    clearTimeout(timers.get(id))
    timers.delete(id)
    const part = readDraft(key)[kind]
    if (isUnsaved(part) && part.version === part.base) void store(key, kind, part, api.putKept)
  }
}

function isUnsaved({ isDirty, isConflicted, text }: DraftPart): boolean {
  return isDirty && !isConflicted && text.length <= OWN_DRAFT_CHARACTERS_MAX
}

/** Takes a draft to send it: it is empty from now on in all tabs of this browser. */
export function takeDraft(key: string, kind: DraftKind): TakenDraft {
  const id = idOf(key, kind)
  clearTimeout(timers.get(id))
  timers.delete(id)
  const { base, version } = readDraft(key)[kind]
  for (const each of [base, version]) if (each !== null) taken.add(each)
  change(key, kind, emptyPart)
  const stored = inOrder(id, async () => (saved.get(id) === version ? version : base))
  return {
    version: stored,
    sent: () => void saveNow(key, kind),
    dropped: () =>
      void stored
        .then(async (last) => {
          if (last === null) return
          const part = { ...emptyPart, base: last }
          await api.put('/api/app/drafts', toBody(key, kind, part, crypto.randomUUID()))
        })
        .catch(() => undefined)
        .then(() => {
          for (const each of [base, version]) if (each !== null) taken.delete(each)
          return refreshOwnDrafts()
        })
        .catch(() => undefined),
  }
}

/** Decides about a draft that was sent or changed elsewhere: keeps the text that is shown, or shows the other one. */
export function resolveDraft(key: string, kind: DraftKind, choice: 'mine' | 'other'): void {
  if (choice === 'mine') {
    change(key, kind, { isConflicted: false })
    void saveNow(key, kind)
  } else {
    changeDraft(key, kind, emptyPart)
    void refreshOwnDrafts().catch(() => undefined)
  }
}

/** Reads the drafts of the signed-in member, and brings those of this browser up to date. */
export const ownDraftsQuery = (membershipId: string) =>
  queryOptions({
    queryKey: ['own-drafts', membershipId],
    queryFn: async ({ signal }) => {
      const begun = changes
      const { data } = await api.get<{ data: Stored[] }>('/api/app/drafts', {}, signal)
      mergeDrafts(membershipId, data, begun)
      return data
    },
  })

function refreshOwnDrafts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['own-drafts'] })
}

/** Reads the drafts again after a signal that a version was saved, or deleted by sending it, unless this browser did it. */
export function followOwnDrafts(
  membershipId: string,
  { version, is_deleted: isDeleted }: { version: string | null; is_deleted: boolean },
): void {
  const isSaved = (key: string) => KINDS.some((kind) => readDraft(key)[kind].version === version)
  const isKnown =
    version !== null &&
    (isDeleted ? taken.has(version) : draftKeys(membershipId).some((key) => isSaved(key)))
  if (!isKnown) void refreshOwnDrafts().catch(() => undefined)
}

/** Applies the stored drafts. Those that changed here since the read began, at `begun`, are left: their answers are newer. */
function mergeDrafts(membershipId: string, list: readonly Stored[], begun: number): void {
  const keys = list.map((each) => draftKey(membershipId, each.conversation_id))
  for (const key of new Set([...keys, ...draftKeys(membershipId)]))
    for (const kind of KINDS) {
      if ((changedAt.get(idOf(key, kind)) ?? 0) > begun) continue
      const stored = list.find(
        (each) => each.kind === kind && each.conversation_id === chatIdOf(key),
      )
      if (stored && taken.has(stored.version)) continue
      const local = rereadDraft(key)[kind]
      const merged = merge(local, stored)
      if (merged !== local) changeDraft(key, kind, merged)
      if (merged.isDirty && !merged.isConflicted) saveSoon(key, kind)
    }
}

/** Returns a draft after its stored copy was read. A text that was written here is never replaced. */
function merge(local: DraftPart, stored: Stored | undefined): DraftPart {
  const base = stored?.version ?? null
  if (!local.isDirty || (stored?.text ?? '') === local.text) {
    if (!stored) return !local.isDirty && local.base === null ? local : emptyPart
    if (stored.version === local.base && !local.isDirty) return local
    const { text, mentions, version } = stored
    return { ...emptyPart, text, mentions, seenUntil: stored.seen_until, base, version }
  }
  const isOurs = base === local.base || base === local.version
  return { ...local, base, version: base, isConflicted: local.isConflicted || !isOurs }
}
