import type { Context, Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { splitPayload } from './assign-parts.ts'
import { createWorkspaceFinder, labelsOf } from './find-workspaces.ts'
import { lockPending } from './pending-payloads.ts'
import type { PendingPayload } from './pending-payloads.ts'
import { readParts, readPlatform } from './read-parts.ts'

/** One workspace's part of a payload. */
type Share = { workspaceId: string; body: Buffer; labels: string[] }

/**
 * Splits a payload of several workspaces: each gets a payload of its own with nothing of the others' in it, and
 * what belongs to none stays apart as `unrouted`. One transaction, so it happens once; gives the new payloads.
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
  return transaction(scope, async (tx) => {
    if (!(await lockPending(tx, [payload.id])).has(payload.id)) return []
    const rows = shares.map(({ workspaceId, body, labels }) => ({
      workspace_id: workspaceId,
      id: newId(),
      platform: payload.platform,
      parent_id: payload.id,
      body,
      labels,
      content_type: payload.content_type,
      status: workspaceId === NO_WORKSPACE ? ('unrouted' as const) : ('pending' as const),
      due_at: tx.clock.now(),
      received_at: payload.received_at,
    }))
    await tx.db.insertInto('inbound_payloads').values(rows).execute()
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
    afterCommit(tx, () =>
      tx.wake(
        owned.map(({ workspace_id: workspaceId }) => ({
          kind: 'inbound',
          workspaceId,
          targetId: workspaceId,
        })),
      ),
    )
    return owned.map((row) => ({ workspaceId: row.workspace_id, id: row.id }))
  })
}

/** The share of each workspace; undefined when it cannot be written again, being thousands of levels deep. */
async function toShares(context: Context, payload: PendingPayload): Promise<Share[] | undefined> {
  const body = parse(payload.body)
  const platform = readPlatform(body)
  const parts = readParts(body) ?? []
  const workspaces = platform ? await createWorkspaceFinder(context)(platform, parts) : []
  try {
    return [...splitPayload(body, workspaces)].map(([workspaceId, share]) => ({
      workspaceId,
      body: Buffer.from(JSON.stringify(share)),
      labels: labelsOf(
        platform!,
        parts.filter((_, index) => workspaces[index]!.includes(workspaceId)),
      ),
    }))
  } catch {
    return undefined
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

async function settle(
  scope: Scope,
  id: string,
  result: { status: 'processed' | 'failed' | 'unrouted'; error: string | null; outcome?: string },
): Promise<void> {
  await scope.db
    .updateTable('inbound_payloads')
    .set({ ...result, processed_at: result.status === 'unrouted' ? null : scope.clock.now() })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
