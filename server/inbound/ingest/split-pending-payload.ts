import type { Context, LaneRef, Scope } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { updateTable } from '#db/select-from.ts'
import { shardOf } from '#db/shards.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { derivedId, NO_WORKSPACE } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { findPlatformByAddress, findPlatformOfPayload } from '#platforms/registry/platforms.ts'
import { createWorkspaceFinder, labelsOf } from './create-workspace-finder.ts'
import { lockPending } from './pending-payload.ts'
import type { PendingPayload } from './pending-payload.ts'
import { parsePayload } from '#platforms/registry/read-items.ts'

/** The part of a payload that belongs to one workspace. */
type Share = { workspaceId: string; body: Buffer; labels: string[] }

/**
 * Splits a payload of several workspaces into one payload for each, and one `unrouted` payload for the parts of none.
 * Runs in one transaction, so that it happens once, after the payloads of workspaces on other shards are stored there;
 * returns the new payloads.
 */
export async function splitPendingPayload(
  scope: Scope,
  payload: PendingPayload,
): Promise<{ workspaceId: string; id: string }[]> {
  const shares = await toShares(scope, payload)
  if (!shares) {
    await settle(scope, payload.id, { status: 'failed', error: 'payload: too_deep' })
    return []
  }
  if (shares.every(({ workspaceId }) => workspaceId === NO_WORKSPACE)) {
    await settle(scope, payload.id, { status: 'unrouted', error: null })
    return []
  }
  const rows = shares.map((share) => toRow(scope, payload, share))
  const away = await storeAway(scope, rows)
  return transaction(scope, async (tx) => {
    if (!(await lockPending(tx, [payload.id])).has(payload.id)) return []
    const here = rows.filter((row) => !away.has(row))
    if (here.length > 0) await tx.db.insertInto('inbound_payloads').values(here).execute()
    const outcome = rows.map((row) => ({
      kind: 'part',
      result: 'split',
      payload_id: row.id,
      workspace_id: row.workspace_id,
    }))
    await settle(tx, payload.id, {
      status: 'processed',
      error: null,
      outcome: JSON.stringify(outcome),
    })
    const owned = rows.filter((row) => row.workspace_id !== NO_WORKSPACE)
    const woken = owned.filter((row) => !away.has(row)).map(toLane)
    afterCommit(tx, () => tx.wake(woken))
    return owned.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
  })
}

type Row = ReturnType<typeof toRow>

function toRow(scope: Scope, payload: PendingPayload, { workspaceId, body, labels }: Share) {
  return {
    workspace_id: workspaceId,
    id: derivedId(payload.id, workspaceId),
    platform: payload.platform,
    parent_id: payload.id,
    body,
    labels,
    content_type: payload.content_type,
    status: workspaceId === NO_WORKSPACE ? ('unrouted' as const) : ('pending' as const),
    due_at: scope.clock.now(),
    received_at: payload.received_at,
    cause: payload.cause,
  }
}

function toLane({ workspace_id: workspaceId }: Row): LaneRef {
  return { kind: 'inbound', workspaceId, targetId: workspaceId }
}

/**
 * Stores the rows of workspaces on other shards, and returns them. Their ids follow from the payload, so that a repetition
 * after a failure stores none twice.
 */
async function storeAway(scope: Scope, rows: Row[]): Promise<Set<Row>> {
  const away = new Set<Row>()
  for (const row of rows) {
    const there = await inWorkspace(scope, row.workspace_id)
    if (shardOf(there) === shardOf(scope)) continue
    await there.db
      .insertInto('inbound_payloads')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    there.wake([toLane(row)])
    away.add(row)
  }
  return away
}

/** Returns the share of each workspace; undefined when the payload is nested too deeply to be written again. */
async function toShares(context: Context, payload: PendingPayload): Promise<Share[] | undefined> {
  const body = parsePayload(findPlatformByAddress(payload.platform), payload.body)
  const platform = findPlatformOfPayload(body)
  if (!platform) return []
  const { type, reader } = platform
  const parts = reader.readParts(body)
  const workspaces = await createWorkspaceFinder(context)(type, parts)
  try {
    return [...reader.splitPayload(body, workspaces)].map(([workspaceId, share]) => ({
      workspaceId,
      body: share,
      labels: labelsOf(
        type,
        parts.filter((_, index) => itemAt(workspaces, index).includes(workspaceId)),
      ),
    }))
  } catch {
    return undefined
  }
}

async function settle(
  scope: Scope,
  id: string,
  result: { status: 'processed' | 'failed' | 'unrouted'; error: string | null; outcome?: string },
): Promise<void> {
  await updateTable(scope, 'inbound_payloads')
    .set({ ...result, processed_at: result.status === 'unrouted' ? null : scope.clock.now() })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
