import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'

/** A server with its load, and with its workspaces by the number of their events of the last day. */
type LoadedShard = { name: string; load: number; workspaces: { slug: string; events: number }[] }

/** A proposed move. `load` is the part of the server's load that the workspace causes, by its share of the events. */
export type Proposal = { workspace: string; from: string; to: string; load: number }

/** Servers are left as they are while the busiest one is this idle, or the difference is this part of its load. */
const IDLE_LOAD = 0.1
const CLEAR_PART = 0.25
/** A workspace is not moved for less than this part of the difference. */
const WORTH_PART = 0.02
const PROPOSALS_MAX = 5

/**
 * Proposes to move workspaces from the server with the most load, each to the one with the least then, as long as a move clearly
 * narrows their difference: the largest workspace with at most half of it. So the order of the two servers stays, and no later
 * proposal moves the workspace back.
 */
export function proposeMoves(shards: LoadedShard[]): Proposal[] {
  const from = shards.toSorted((a, b) => b.load - a.load)[0]
  if (!from || from.load < IDLE_LOAD) return []
  const events = from.workspaces.reduce((sum, each) => sum + each.events, 0)
  let left = from.workspaces
    .map(({ slug, events: own }) => ({ slug, load: (from.load * own) / Math.max(1, events) }))
    .toSorted((a, b) => b.load - a.load)
  const loads = new Map(shards.map(({ name, load }) => [name, load]))
  const proposals: Proposal[] = []
  while (proposals.length < PROPOSALS_MAX) {
    const [to, least] = firstOf([...loads].toSorted((a, b) => a[1] - b[1]))
    const most = entryOf(loads, from.name)
    const difference = most - least
    const largest = left.find(({ load }) => load <= difference / 2)
    if (difference < CLEAR_PART * most || !largest || largest.load < difference * WORTH_PART) break
    proposals.push({ workspace: largest.slug, from: from.name, to, load: largest.load })
    left = left.filter((each) => each !== largest)
    loads.set(from.name, most - largest.load)
    loads.set(to, least + largest.load)
  }
  return proposals
}
