import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { checkMembers } from '#conversations/check-members.ts'
import { checkTeams } from '#conversations/check-teams.ts'
import { findTags } from '#conversations/replace-tags.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { findById } from '#db/find-by-id.ts'
import { notFound } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { AppError, fieldError, invalidField } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { newId } from '#lib/ids.ts'
import { refuseMerged } from '#merges/merge-contacts.ts'
import { checkTypes } from '#tickets/check-types.ts'
import { BULK_ITEMS_MAX, BULK_KEPT_DAYS, BULK_MERGED_MAX } from '#shared/bulk-actions.ts'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { matchItems } from './match-items.ts'
import { refuseUnlessAllowed } from './needed-scope.ts'
import { readBulkFacts } from './read-bulk-facts.ts'
import type { BulkFacts } from './read-bulk-facts.ts'
import { readAction } from './read-action.ts'
import type { StoredAction } from './read-action.ts'
import type { BulkActionResource, BulkBody } from './schema.ts'
import { startBulkAction } from './start-bulk-action.ts'

/** The most bulk actions of a workspace that run at the same time. */
const RUNNING_MAX = 20

/**
 * Starts a change of many things: those with `ids`, or everything that matches `filter` now except `except_ids`. A few
 * are changed at once; more are changed by a worker, in the name of the scope's actor. What matches later is not changed.
 * `known`: the result of `readBulkFacts`; needed inside a transaction.
 *
 * @throws {AppError} validation_failed, conflicting_fields, membership_not_found, team_not_found, ticket_type_not_found, tag_not_found,
 * person_not_found, person_merged, too_many_bulk_actions, admin_required, insufficient_scope
 */
export async function createBulkAction(
  scope: Scope,
  subject: BulkSubject,
  body: BulkBody,
  known?: BulkFacts,
): Promise<BulkActionResource> {
  const now = scope.clock.now()
  const action = readAction(body, now)
  checkSelection(body)
  if (action.action === 'merge') checkMerge(body, action.parameters['survivor_id']!)
  const facts = known ?? (await readBulkFacts(scope, { ...body, subject }))
  refuseUnlessAllowed(scope, facts)
  return transaction(scope, async (tx) => {
    await checkReferences(tx, action, facts)
    await checkRunning(unrestricted(tx))
    const id = newId()
    await insertRow(tx, 'bulk_actions', {
      id,
      subject,
      action: action.action,
      parameters: JSON.stringify(action.parameters),
      created_by_type: tx.actor.type,
      created_by_id: tx.actor.id,
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + BULK_KEPT_DAYS * 24 * 3_600_000),
    })
    const total = await storeItems(tx, id, await toMatches(tx, subject, body), body.except_ids)
    if (total > BULK_ITEMS_MAX)
      throw invalidField('filter', `matches more than ${BULK_ITEMS_MAX.toLocaleString('en')} items`)
    const row = await changeById(tx, 'bulk_actions', id, { total_count: total })
    await recordAudit(tx, 'bulk_action.created', id, { subject, ...action, total })
    return startBulkAction(tx, row, total, facts)
  })
}

function checkSelection({ ids, filter, except_ids: exceptions }: BulkBody): void {
  if (ids === undefined && filter === undefined) throw invalidField('ids', 'or filter is required')
  if (ids !== undefined && filter !== undefined)
    throw fieldError('conflicting_fields', 'ids', 'cannot be combined with filter')
  if (ids !== undefined && exceptions !== undefined)
    throw fieldError('conflicting_fields', 'except_ids', 'cannot be combined with ids')
}

/** Checks which contacts are merged: a few that are named, because each merge changes the contact that stays. */
function checkMerge({ ids }: BulkBody, survivorId: string): void {
  if (ids === undefined) throw invalidField('ids', 'is required for the action merge')
  if (ids.length > BULK_MERGED_MAX)
    throw invalidField('ids', `must have at most ${BULK_MERGED_MAX} contacts`)
  if (ids.some((id) => id.toLowerCase() === survivorId))
    throw invalidField('ids', 'must not contain survivor_id')
}

async function checkSurvivor(tx: Scope, id: string): Promise<void> {
  const survivor = await findById(tx, 'people', id)
  if (!survivor) throw notFound('people', id)
  refuseMerged(survivor)
}

async function checkReferences(
  tx: Scope,
  { action, parameters }: StoredAction,
  { members }: BulkFacts,
): Promise<void> {
  const {
    assignee_id: assigneeId,
    team_id: teamId,
    member_id: memberId,
    tag_id: tagId,
    type_id: typeId,
    survivor_id: survivorId,
  } = parameters
  if (assigneeId) checkMembers(members, [assigneeId])
  // A member who left can still be removed.
  if (memberId && action === 'add_participant') checkMembers(members, [memberId])
  if (teamId) await checkTeams(tx, [teamId])
  if (tagId) await findTags(tx, [tagId])
  if (typeId) await checkTypes(tx, [typeId])
  if (survivorId) await checkSurvivor(tx, survivorId)
}

async function checkRunning(tx: Scope): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bulk_actions
    where workspace_id = ${tx.workspaceId} and status = 'running'`.execute(tx.db)
  if (firstOf(rows).count < RUNNING_MAX) return
  throw new AppError(
    'too_many_bulk_actions',
    `The workspace can run ${RUNNING_MAX} bulk actions at the same time. Wait until one has ended.`,
  )
}

async function toMatches(
  tx: Scope,
  subject: BulkSubject,
  { ids, filter }: BulkBody,
): Promise<RawBuilder<unknown>> {
  if (ids) return sql`(select distinct id from unnest(${ids}::uuid[]) as id)`
  return matchItems(tx, subject, filter!)
}

/** Stores the items that match now, and returns how many there are. */
async function storeItems(
  tx: Scope,
  id: string,
  matches: RawBuilder<unknown>,
  exceptions: string[] = [],
): Promise<number> {
  const stored = await sql`
    insert into bulk_action_items (workspace_id, bulk_action_id, item_id)
    select ${tx.workspaceId}, ${id}, matched.id from ${matches} as matched
    where matched.id <> all (${exceptions}::uuid[])`.execute(tx.db)
  return affectedRows(stored)
}
