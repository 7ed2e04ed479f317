/** The kinds of work that the clients of a crash run ask for. */
export type WorkKind = 'send' | 'contact' | 'ticket' | 'inbound' | 'form'

/**
 * What a client was told of one piece of work, which carries its `marker` into the row. `promised`: it got its 2xx,
 * with the `id` of the row where the answer names one. `asked`: no answer came, so it may have happened or not.
 */
export type Entry = {
  kind: WorkKind
  marker: string
  state: 'asked' | 'promised'
  id?: string
  /** How often it was sent, repeats after the answer among them. */
  posts: number
}

/** What was promised in a crash run, and what was seen to be wrong while it ran. */
export type Ledger = {
  entries: Entry[]
  problems: string[]
  counts: Record<string, number>
  open: (kind: WorkKind) => Entry
  count: (what: string) => void
}

/** A ledger with nothing in it. */
export function createLedger(): Ledger {
  const entries: Entry[] = []
  const counts: Record<string, number> = {}
  return {
    entries,
    problems: [],
    counts,
    open(kind) {
      const entry: Entry = { kind, marker: `${kind} ${entries.length}`, state: 'asked', posts: 0 }
      entries.push(entry)
      return entry
    },
    count(what) {
      counts[what] = (counts[what] ?? 0) + 1
    },
  }
}
