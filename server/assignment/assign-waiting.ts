import { readAvailability } from '#availability/read-availability.ts'
import { updateChats } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { earlierOf } from '#lib/earlier-of.ts'
import type { SeeingMember } from '#lib/found-session.ts'
import { lastOf } from '#lib/last-of.ts'
import { chooseAssignee, hasRoom } from './choose-assignee.ts'
import type { Place } from './choose-assignee.ts'
import { textBefore } from '#lib/text-before.ts'
import { lockWaiting } from './lock-waiting.ts'
import type { QueuedChat, QueuePlace } from './lock-waiting.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { countOpen } from './read-pools.ts'
import type { Pool, PoolMember } from './read-pools.ts'

/** Most conversations that one transaction looks at. */
const PAGE = 200
const DAY_MS = 86_400_000

/** A team whose queue drains, and who may answer customers. */
type Team = Pool & { answering: ReadonlyMap<string, SeeingMember> }

/** A conversation that got an assignee, and why. */
type Assigned = { chat: QueuedChat; place: Place; data: Record<string, unknown> }

/**
 * Assigns the conversations in the queue of a team, the longest wait first, until nobody has room or the queue ends. Returns when the
 * first of those that wait for a skill may go to anybody, or null if none may. One transaction at a time does this in a workspace, and it
 * counts what members have, so nobody gets more than they may.
 */
export async function assignWaiting(
  scope: Scope,
  team: Team,
  isOver: () => boolean,
): Promise<{ relaxesAt: Date | null; isMore: boolean }> {
  let after: QueuePlace | undefined
  let relaxesAt: Date | null = null
  for (;;) {
    if (isOver()) return { relaxesAt, isMore: true }
    const page = await transaction(scope, (tx) => assignPage(tx, team, after))
    relaxesAt = earlierOf(relaxesAt, page.relaxesAt)
    if (!page.isMore) return { relaxesAt, isMore: false }
    after = page.after
  }
}

async function assignPage(
  tx: Scope,
  team: Team,
  after: QueuePlace | undefined,
): Promise<{ relaxesAt: Date | null; isMore: boolean; after: QueuePlace | undefined }> {
  await lockFollower(tx, 'assign')
  const places = await readPlaces(tx, team)
  const done = { relaxesAt: null, isMore: false, after }
  if (!places.some((each) => each.isAvailable && hasRoom(each))) return done
  const { rules } = team
  const now = tx.clock.now()
  const answeredAfter = new Date(now.getTime() - rules.sticky_days * DAY_MS)
  const queue = await lockWaiting(tx, rules.team_id, { after, limit: PAGE, answeredAfter })
  const { assigned, relaxesAt } = choose(team, places, queue, now)
  await storeAssigned(tx, team, assigned)
  const isMore = queue.length === PAGE && places.some((each) => each.isAvailable && hasRoom(each))
  return { relaxesAt, isMore, after: isMore ? lastOf(queue) : after }
}

/** Chooses who gets each conversation of a page, and counts what they have then. */
function choose(team: Team, places: Place[], queue: QueuedChat[], now: Date) {
  const { rules, members } = team
  const skills = new Set(members.flatMap(skillsOf))
  const assigned: Assigned[] = []
  // Each has a time of its own after all former ones, also within a page and when clocks of machines differ.
  let lastMs = Math.max(now.getTime(), ...places.map((each) => Number(each.lastAssignedAt ?? 0)))
  let relaxesAt: Date | null = null
  for (const chat of queue) {
    const relaxed =
      rules.relax_minutes === null
        ? null
        : new Date(chat.waiting_since.getTime() + rules.relax_minutes * 60_000)
    const wanted = [...chat.tag_ids, ...(chat.language ? [toSkill(chat.language)] : [])]
    const needed = relaxed && relaxed <= now ? [] : wanted.filter((each) => skills.has(each))
    const waiting = { skills: needed, lastAnsweredBy: chat.last_answered_by }
    const choice = chooseAssignee(places, waiting, rules.method)
    if (choice.place) {
      const { place, reason, among } = choice
      assigned.push({ chat, place, data: { reason, among, open: place.open } })
      place.open++
      place.lastAssignedAt = new Date(++lastMs)
    } else if (needed.length > 0) relaxesAt = earlierOf(relaxesAt, relaxed)
  }
  return { assigned, relaxesAt }
}

async function readPlaces(tx: Scope, { rules, members, answering }: Team): Promise<Place[]> {
  const own = members.filter((each) => !each.has_left && answering.has(each.membership_id))
  const ids = own.map((each) => each.membership_id)
  const open = await countOpen(tx, ids)
  const availability = await readAvailability(tx, ids, tx.clock.now())
  const { rows } = await prepared<{ membership_id: string; last_assigned_at: Date | null }>`
    select membership_id, last_assigned_at from assignment_places
    where workspace_id = ${tx.workspaceId} and team_id = ${rules.team_id}`.execute(tx.db)
  const last = new Map(rows.map((row) => [row.membership_id, row.last_assigned_at]))
  return own.map(({ membership_id: membershipId, capacity, ...member }) => ({
    membershipId,
    isAvailable: availability.get(membershipId)?.availability === 'online',
    capacity,
    skills: new Set(skillsOf(member)),
    open: open.get(membershipId) ?? 0,
    lastAssignedAt: last.get(membershipId) ?? null,
  }))
}

/** Returns the skills of a member: tags, and languages whatever their region. */
function skillsOf(member: Pick<PoolMember, 'skill_tag_ids' | 'languages'>): string[] {
  return [...member.skill_tag_ids, ...member.languages.map(toSkill)]
}

function toSkill(language: string): string {
  return `language ${textBefore(language, '-')}`
}

async function storeAssigned(tx: Scope, team: Team, assigned: Assigned[]): Promise<void> {
  if (assigned.length === 0) return
  const updates = assigned.map(({ chat, place, data }) => ({
    id: chat.id,
    input: { assignee_id: place.membershipId },
    because: data,
  }))
  const changed = [...new Set(assigned.map(({ place }) => place))]
  const rows = bulkRows('given', changed, {
    membership_id: ['uuid', (place) => place.membershipId],
    last_assigned_at: ['timestamptz', (place) => place.lastAssignedAt],
  })
  await prepared`
    insert into assignment_places (workspace_id, team_id, ${rows.columns})
    select ${tx.workspaceId}::uuid, ${team.rules.team_id}::uuid, ${rows.columns} from ${rows}
    order by membership_id
    on conflict (workspace_id, team_id, membership_id) do update
      set last_assigned_at = excluded.last_assigned_at`.execute(tx.db)
  await updateChats(tx, updates, team.answering)
}
