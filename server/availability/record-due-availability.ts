import { selectMembers } from '#account/users/get-member.ts'
import type { DirectoryMember } from '#account/users/get-member.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { describeMembers } from './describe-members.ts'
import { forgetAvailability } from './forget-availability.ts'
import { readAvailability } from './read-availability.ts'
import type { ReadAvailability } from './read-availability.ts'

/** The most members of one transaction. */
const BATCH = 200

/**
 * Computes the availability of the members of whom it is due, until none is or `isOver` returns true. Each change is one
 * `member.updated`, recorded with the state that it leaves. Returns when the next one is due, or null.
 */
export async function recordDueAvailability(
  scope: Scope,
  isOver: () => boolean = () => false,
): Promise<Date | null> {
  while (!isOver()) {
    const due = await findDue(scope)
    if (due.length === 0) break
    const members = await selectMembers(scope)
      .where('memberships.id', 'in', due)
      .where('memberships.removed_at', 'is', null)
      .execute()
    await transaction(scope, (tx) => recordDue(tx, due, members))
  }
  const { rows } = await prepared<{ due_at: Date }>`
    select due_at from member_availability
    where workspace_id = ${scope.workspaceId} and due_at is not null
    order by due_at limit 1`.execute(scope.db)
  return rows[0]?.due_at ?? null
}

async function findDue({ db, workspaceId, clock }: Scope): Promise<string[]> {
  const { rows } = await prepared<{ membership_id: string }>`
    select membership_id from member_availability
    where workspace_id = ${workspaceId} and due_at <= ${clock.now()}
    order by due_at limit ${BATCH}`.execute(db)
  return rows.map((row) => row.membership_id)
}

async function recordDue(tx: Scope, due: string[], members: DirectoryMember[]): Promise<void> {
  const now = tx.clock.now()
  const { rows } = await prepared<{ membership_id: string }>`
    select membership_id from member_availability
    where workspace_id = ${tx.workspaceId} and membership_id = any (${due}::uuid[]) and due_at <= ${now}
    order by membership_id for no key update`.execute(tx.db)
  const locked = new Set(rows.map((row) => row.membership_id))
  const present = members.filter(({ id }) => locked.has(id))
  const former = [...locked.difference(new Set(present.map(({ id }) => id)))]
  if (former.length > 0) await forgetAvailability(tx, former)
  // Read once the rows are locked, so that it has the activity of those who were waited for.
  const read = await readAvailability(
    tx,
    present.map(({ id }) => id),
    now,
  )
  await writeAvailability(tx, [...read.values()])
  const changed = present.filter(({ id }) => isChanged(read.get(id)))
  const described = await describeMembers(tx, changed, now)
  await recordEvents(
    tx,
    described.map((data) => ({ type: 'member.updated', data })),
  )
}

/** Returns whether what was set by hand has ended. */
function hasEnded({ stored, cause }: ReadAvailability): boolean {
  return stored.by_hand !== null && cause !== 'by_hand'
}

/** Returns whether an event must report this availability: it differs from that of the last event, or is no longer set by hand. */
function isChanged(read: ReadAvailability | undefined): boolean {
  return read !== undefined && (read.availability !== read.stored.recorded || hasEnded(read))
}

/** Writes of locked rows what they now are, and when that can change. */
async function writeAvailability(tx: Scope, read: ReadAvailability[]): Promise<void> {
  if (read.length === 0) return
  const given = bulkRows('given', read, {
    membership_id: ['uuid', (each) => each.stored.membership_id],
    recorded: ['text', (each) => each.availability],
    due_at: ['timestamptz', (each) => each.changesAt],
    has_ended: ['boolean', hasEnded],
  })
  await prepared`
    update member_availability as own
    set recorded = given.recorded, due_at = given.due_at,
      by_hand = case when not has_ended then by_hand end, until = case when not has_ended then until end,
      set_by_type = case when not has_ended then set_by_type end,
      set_by_id = case when not has_ended then set_by_id end
    from ${given}
    where own.workspace_id = ${tx.workspaceId} and own.membership_id = given.membership_id`.execute(
    tx.db,
  )
}
