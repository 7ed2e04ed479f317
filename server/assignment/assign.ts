import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import type { Scope } from '#db/context.ts'
import { earlierOf } from '#lib/earlier-of.ts'
import { assignWaiting } from './assign-waiting.ts'
import { findHolding, handBack } from './hand-back.ts'
import type { Leaving } from './hand-back.ts'
import { readPools } from './read-pools.ts'
import type { Pool } from './read-pools.ts'
import { forgetPlace, storeSeen } from './store-seen.ts'

const MINUTE_MS = 60_000

/**
 * Brings the assignment of a workspace up to date: who left a team or is offline for long hands back, then the queues drain. It looks at
 * how things are, not at what happened, so no event can be missed. Returns when it is to be done next without an event: null if never.
 * `isOver` says when to stop; what is left is due at once.
 */
export async function assign(
  scope: Scope,
  { head: position }: { head: number },
  isOver: () => boolean,
): Promise<{ position: number; dueAt: Date | null }> {
  const pools = await readPools(scope)
  const ids = [
    ...new Set(pools.flatMap(({ members }) => members.map((each) => each.membership_id))),
  ]
  const now = scope.clock.now()
  const [answering, availability] = await Promise.all([
    findAnswering(scope, ids),
    readAvailability(scope, ids, now),
  ])
  const isOffline = (id: string) =>
    !answering.has(id) || availability.get(id)?.availability === 'offline'
  let dueAt: Date | null = null
  let isMore = false
  for (const pool of pools) {
    const backAt = await handBackOf(scope, pool, { now, isOffline, isOver })
    const waited = await assignWaiting(scope, { ...pool, answering }, isOver)
    dueAt = earlierOf(dueAt, earlierOf(backAt, waited.relaxesAt))
    isMore ||= waited.isMore
  }
  return { position, dueAt: isMore ? now : dueAt }
}

/** Hands back what members of a team have who left it or are offline for long. Returns when the next of them has been. */
async function handBackOf(
  scope: Scope,
  { rules, members }: Pool,
  options: { now: Date; isOffline: (id: string) => boolean; isOver: () => boolean },
): Promise<Date | null> {
  const { now, isOffline, isOver } = options
  const teamId = rules.team_id
  let nextAt: Date | null = null
  const seen = []
  const leaving: Leaving[] = []
  for (const { membership_id: membershipId, offline_since, is_stored, has_left } of members) {
    if (has_left) {
      leaving.push({ teamId, membershipId, reason: 'left' })
      continue
    }
    const since = isOffline(membershipId) ? (offline_since ?? now) : null
    if (!is_stored || (since === null) !== (offline_since === null))
      seen.push({ team_id: teamId, membership_id: membershipId, offline_since: since })
    if (since === null || rules.hand_back_minutes === null) continue
    const backAt = new Date(since.getTime() + rules.hand_back_minutes * MINUTE_MS)
    if (backAt > now) nextAt = earlierOf(nextAt, backAt)
    else leaving.push({ teamId, membershipId, reason: 'offline' })
  }
  // Most of those who are offline have nothing to hand back.
  const ids = leaving.map(({ membershipId }) => membershipId)
  const holding = await findHolding(scope, teamId, ids)
  for (const each of leaving) {
    const isDone = !holding.has(each.membershipId) || (await handAllBack(scope, each, isOver))
    if (isDone && each.reason === 'left') await forgetPlace(scope, teamId, each.membershipId)
  }
  await storeSeen(scope, seen)
  return nextAt
}

/** Hands all back, unless `isOver` stops it before. Returns whether all is. */
async function handAllBack(
  scope: Scope,
  leaving: Leaving,
  isOver: () => boolean,
): Promise<boolean> {
  while (await handBack(scope, leaving)) if (isOver()) return false
  return true
}
