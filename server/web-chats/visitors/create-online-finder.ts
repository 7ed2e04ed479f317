import type { Scope } from '#db/context.ts'
import { findAnswering } from '#availability/find-answering.ts'
import { readAvailability } from '#availability/read-availability.ts'
import { selectFrom } from '#db/select-from.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

/** How long it is kept in memory whether somebody is online, in milliseconds. */
const KEPT_MS = 5_000
const KEPT_MAX = 10_000

/** Whether a member who may answer is online; null while none of them has set an availability or working hours. */
type Online = boolean | null

/**
 * Creates a function that finds whether a member is online who may answer in a web chat: of the team of its channel, or without one of
 * the workspace. Visitors can ask as often as they like: a web chat is looked up once in five seconds.
 */
export function createOnlineFinder(): (chat: VisitedChat) => Promise<Online> {
  const kept = new Map<string, { until: number; found: Promise<Online> }>()
  return ({ scope, channelId }) => {
    const now = performance.now()
    const known = kept.get(channelId)
    if (known && known.until > now) return known.found
    if (kept.size >= KEPT_MAX) kept.clear()
    const found = findOnline(scope, channelId)
    kept.set(channelId, { until: now + KEPT_MS, found })
    found.catch(() => kept.delete(channelId))
    return found
  }
}

async function findOnline(scope: Scope, channelId: string): Promise<Online> {
  const now = scope.clock.now()
  const read = await readAvailability(scope, await findAnsweringOn(scope, channelId), now)
  const members = [...read.values()]
  const isSetUp = members.some(
    ({ stored }) => stored.set_at !== null || stored.business_hours_id !== null,
  )
  return isSetUp ? members.some(({ availability }) => availability === 'online') : null
}

/** Returns the memberships of those who may answer on a channel. */
async function findAnsweringOn(scope: Scope, channelId: string): Promise<string[]> {
  const ids = [...(await findAnswering(scope)).keys()]
  const channel = await selectFrom(scope, 'channels')
    .select('team_id')
    .where('id', '=', channelId)
    .executeTakeFirst()
  if (!channel?.team_id) return ids
  const places = await selectFrom(scope, 'team_members')
    .select('membership_id')
    .where('team_id', '=', channel.team_id)
    .execute()
  const team = new Set(places.map((place) => place.membership_id))
  return ids.filter((id) => team.has(id))
}
