import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { readFollowedEvents } from '#followers/read-followed-events.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { lastOf } from '#lib/last-of.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import { gatherTouches } from './gather-touches.ts'
import { readPolicies } from './read-policies.ts'
import { findNextDue, recordDue } from './record-due.ts'
import { updateTargets } from './update-targets.ts'

/** The most events, and the most conversations, of one transaction. */
const EVENTS = 200
const ROUNDS = 50

/**
 * Brings the targets of a workspace up to date: after the events since `position`, after changes of policies and business hours, and at the
 * times of warnings and breaches. Returns up to which event, and when it is to be done next without one.
 */
export async function followTargets(
  scope: Scope,
  followed: { position: number; head: number },
  isOver: () => boolean,
): Promise<{ position: number; dueAt: Date | null }> {
  const { head } = followed
  const policies = await readPolicies(scope)
  let { position } = followed
  while (position < head && !isOver()) {
    const types = FOLLOWED_EVENT_TYPES.sla
    const events = await readFollowedEvents(scope, { after: position, head, limit: EVENTS, types })
    const touches = gatherTouches(events)
    for (let from = 0; from < touches.length; from += ROUNDS)
      await updateTargets(scope, touches.slice(from, from + ROUNDS), policies)
    position = events.length === EVENTS ? lastOf(events).position : head
    // Warnings and breaches do not wait for a long queue of events.
    while ((await recordDue(scope)) && !isOver());
  }
  let isMore = await updateStale(scope)
  while (isMore && !isOver()) isMore = await updateStale(scope)
  while ((await recordDue(scope)) && !isOver());
  if (policies.length === 0 && !isMore && position === head) await endWithoutPolicies(scope)
  return { position, dueAt: isMore ? scope.clock.now() : await findNextDue(scope) }
}

/** Computes open rounds again whose policy was deleted, or whose business hours have changed. Returns whether there are more. */
async function updateStale(scope: Scope): Promise<boolean> {
  const { workspaceId } = scope
  const { rows } = await prepared<{ chat_id: string }>`
    select round.chat_id from sla_policies as policy
    join sla_rounds as round
      on round.workspace_id = ${workspaceId} and round.policy_id = policy.id and round.is_open
      and round.revision < policy.revision
    where policy.workspace_id = ${workspaceId}
    limit ${ROUNDS}::int`.execute(scope.db)
  if (rows.length === 0) return false
  const chatIds = [...new Set(rows.map((row) => row.chat_id))]
  await updateTargets(
    scope,
    chatIds.map((chatId) => ({ chatId, snapshots: [] })),
    [],
  )
  return rows.length === ROUNDS
}

async function endWithoutPolicies(scope: Scope): Promise<void> {
  await transaction(scope, async (tx) => {
    // A policy that is created meanwhile begins to follow before, or afterwards.
    await prepared`
      select from workspace_counters where workspace_id = ${tx.workspaceId} for update`.execute(
      tx.db,
    )
    const policies = await readPolicies(tx)
    if (policies.length === 0) await switchFollower(tx, 'sla', false)
  })
}
