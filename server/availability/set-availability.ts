import { sql } from 'kysely'
import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { selectMembers } from '#account/users/get-member.ts'
import type { DirectoryMember } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { recordEvents } from '#events/record-events.ts'
import { invalidField } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { present } from '#lib/present.ts'
import { readTime } from '#lib/read-time.ts'
import { AVAILABILITY_MS_MAX } from '#shared/availability.ts'
import { computeAvailability } from './compute-availability.ts'
import { describeMembers } from './describe-members.ts'
import { readAvailability } from './read-availability.ts'
import type { StoredAvailability } from './read-availability.ts'
import type { SetAvailabilityBody } from './schema.ts'

type Input = Static<typeof SetAvailabilityBody>

/** Finds the member whose availability is to be set, before the transaction. @throws {AppError} membership_not_found */
export async function findMember(scope: Scope, id: string): Promise<DirectoryMember> {
  const member = isUuid(id)
    ? await selectMembers(scope)
        .where('memberships.id', '=', id)
        .where('memberships.removed_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!member) throw notFound('memberships', id)
  return member
}

/**
 * Sets the availability of a member by hand, or their working hours; only given fields change. What somebody else than the member sets
 * is in the audit log. `member`: from `findMember`. @throws {AppError} validation_failed, business_hours_not_found
 */
export async function setAvailability(
  scope: Scope,
  member: DirectoryMember,
  input: Input,
): Promise<Member> {
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const before = await lockStored(tx, member.id, now)
    const set = readInput(tx, before, input, now)
    const hours =
      set.business_hours_id === before.business_hours_id
        ? before.hours
        : set.business_hours_id &&
          (await getById(tx, 'business_hours', set.business_hours_id, 'keep'))
    const after = computeAvailability(
      { ...set, hours: hours || null, seen_at: before.seen_at },
      now,
    )
    await updateTable(tx, 'member_availability')
      .set({ ...set, recorded: after.availability, due_at: after.changesAt })
      .where('membership_id', '=', member.id)
      .execute()
    wakeAfterCommit(tx, 'availability', [tx.workspaceId])
    const [described] = await describeMembers(tx, [member], now)
    const changes = changedFields(namesOf(before), namesOf(set))
    if (Object.keys(changes).length === 0 && after.availability === before.recorded)
      return present(described)
    if (tx.actor.id !== member.id)
      await recordAudit(tx, 'member.availability_set', member.id, { name: member.name, changes })
    await recordEvents(tx, [{ type: 'member.updated', data: described }])
    return present(described)
  })
}

/** Locks the stored availability of a member, which is created if it does not exist, and returns it. */
async function lockStored(tx: Scope, id: string, now: Date): Promise<StoredAvailability> {
  const { workspaceId: workspace_id } = tx
  await sql`
    insert into member_availability (workspace_id, membership_id, recorded)
    values (${workspace_id}, ${id}, 'offline') on conflict do nothing`.execute(tx.db)
  await sql`
    select from member_availability where workspace_id = ${workspace_id} and membership_id = ${id}
    for no key update`.execute(tx.db)
  return present((await readAvailability(tx, [id], now)).get(id)).stored
}

type Set = Pick<
  StoredAvailability,
  'by_hand' | 'until' | 'set_at' | 'set_by_type' | 'set_by_id' | 'business_hours_id'
>

/** Returns the columns as an input changes them. @throws {AppError} validation_failed */
function readInput(tx: Scope, before: StoredAvailability, input: Input, now: Date): Set {
  const { availability, availability_until: until, business_hours_id: hoursId } = input
  const kept: Set = {
    by_hand: before.by_hand,
    until: before.until,
    set_at: before.set_at,
    set_by_type: before.set_by_type,
    set_by_id: before.set_by_id,
    business_hours_id: hoursId === undefined ? before.business_hours_id : hoursId,
  }
  if (availability === undefined && until === undefined) return kept
  const byHand = availability === undefined ? before.by_hand : availability
  const end = until === undefined || until === null ? null : readTime(until, 'availability_until')
  if (end && byHand === null)
    throw invalidField('availability_until', 'needs an availability that is set by hand')
  if (end && (end <= now || end.getTime() > now.getTime() + AVAILABILITY_MS_MAX))
    throw invalidField('availability_until', 'must be in the future, at most 366 days from now')
  const isSet = byHand !== null
  return {
    ...kept,
    by_hand: byHand,
    until: end,
    set_at: now,
    set_by_type: isSet ? tx.actor.type : null,
    set_by_id: isSet ? tx.actor.id : null,
  }
}

/** Returns what changes of an availability are called in the API. */
function namesOf({ by_hand, until, business_hours_id }: Set | StoredAvailability) {
  return { availability: by_hand, availability_until: until, business_hours_id }
}
