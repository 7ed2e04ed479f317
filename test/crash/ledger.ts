/** The kinds of work that the clients of a crash run request. */
export type WorkKind = 'send' | 'contact' | 'ticket' | 'inbound' | 'form' | 'visitor'

/**
 * The response to one piece of work, whose `marker` is in its row. `promised`: answered 2xx, with the row's `id` if
 * the response names one. `asked`: no response, so it may have happened or not.
 */
export type Entry = {
  kind: WorkKind
  marker: string
  state: 'asked' | 'promised'
  id?: string
  /** Where the API shows it, if that is not by `id`. */
  path?: string
  /** When it was begun, in ms since 1970. */
  at: number
  /** When the first 2xx arrived. */
  promisedAt?: number
  /** The number of posts, including repetitions after the response. */
  posts: number
}

/**
 * An answer to one request, or none: when it was sent, in ms since 1970, how long it took, and its status. `problem`:
 * the request and the body of a failed one.
 */
export type Answered = { at: number; ms: number; status: number | undefined; problem?: string }

/** Something that was sent again after it had arrived at `at`. Without `cause`, that is a problem. */
export type Doubled = { at: number; what: string; cause: string | undefined }

/** A message that the platform received again after `at`: when, and when a status of it was stored before, if one was. */
type DoubledMessage = Doubled & { againAt: number; startedAt: number; storedAt: number | undefined }

/** Everything promised in a crash run, and the problems seen while it ran. */
export type Ledger = {
  entries: Entry[]
  problems: string[]
  counts: Record<string, number>
  answers: Answered[]
  /** The requests that wait for their answers. */
  waiting: Set<Pick<Answered, 'at'>>
  /** Works that were answered 2xx and are not there. */
  lost: Entry[]
  resends: DoubledMessage[]
  /** Messages that ended as `unconfirmed`, and when they were stored: a person decides what happens with them. */
  unconfirmed: Pick<Doubled, 'at' | 'what'>[]
  open: (kind: WorkKind) => Entry
  count: (what: string) => void
}

/** Creates an empty ledger. */
export function createLedger(): Ledger {
  const entries: Entry[] = []
  const counts: Record<string, number> = {}
  return {
    entries,
    problems: [],
    counts,
    answers: [],
    waiting: new Set(),
    lost: [],
    resends: [],
    unconfirmed: [],
    open(kind) {
      const entry: Entry = {
        kind,
        marker: `${kind} ${entries.length}`,
        state: 'asked',
        at: Date.now(),
        posts: 0,
      }
      entries.push(entry)
      return entry
    },
    count(what) {
      counts[what] = (counts[what] ?? 0) + 1
    },
  }
}
