import type { AssignmentMethod, AssignmentReason, WaitReason } from '#shared/assignment.ts'

/** A member of a team, as its assignment sees them. `capacity`: null is any number; `open`: their open conversations. */
export type Place = {
  membershipId: string
  isAvailable: boolean
  capacity: number | null
  skills: ReadonlySet<string>
  open: number
  lastAssignedAt: Date | null
}

/** A conversation that waits. `skills`: those of its tags that are a skill in its team; `lastAnsweredBy`: the member who answered last. */
type Waiting = { skills: readonly string[]; lastAnsweredBy: string | null }

/** Who gets a conversation and why, with how many could; or why nobody does. */
type Choice =
  | { place: Place; reason: Exclude<AssignmentReason, 'taken'>; among: number }
  | { place: null; reason: WaitReason }

/**
 * Chooses who of a team gets a conversation. Nobody gets one who is not available or has as many as they may. Among those with
 * the skills, first whoever answered its customer last; then, by `method`, whoever has waited longest for a conversation, or whoever
 * has fewest open ones.
 */
export function chooseAssignee(
  places: readonly Place[],
  waiting: Waiting,
  method: AssignmentMethod,
): Choice {
  const available = places.filter(({ isAvailable }) => isAvailable)
  if (available.length === 0) return { place: null, reason: 'nobody_available' }
  const skilled = available.filter(({ skills }) => waiting.skills.every((each) => skills.has(each)))
  if (skilled.length === 0) return { place: null, reason: 'no_skill' }
  const free = skilled.filter(hasRoom)
  const [first] = free.toSorted(method === 'least_busy' ? byOpen : byTurn)
  if (!first) return { place: null, reason: 'all_at_capacity' }
  const last = free.find(({ membershipId }) => membershipId === waiting.lastAnsweredBy)
  return last
    ? { place: last, reason: 'sticky', among: free.length }
    : { place: first, reason: method, among: free.length }
}

/** Returns whether a member may get another conversation. */
export function hasRoom({ capacity, open }: Pick<Place, 'capacity' | 'open'>): boolean {
  return capacity === null || open < capacity
}

function byOpen(a: Place, b: Place): number {
  return a.open - b.open || byTurn(a, b)
}

function byTurn(a: Place, b: Place): number {
  return (
    (a.lastAssignedAt?.getTime() ?? 0) - (b.lastAssignedAt?.getTime() ?? 0) ||
    (a.membershipId < b.membershipId ? -1 : 1)
  )
}
