import { createChannelRouteFinder } from '../channels/find-channel-routes.ts'
import type { Context, Scope } from '../context.ts'
import { afterCommit, transaction } from '../db/transaction.ts'
import { newId, NO_WORKSPACE } from '../lib/ids.ts'
import { lockPending } from './pending-payloads.ts'
import type { PendingPayload } from './pending-payloads.ts'
import { assignChanges, splitPayload } from './whatsapp/assign-changes.ts'
import { readChanges } from './whatsapp/read-changes.ts'

/**
 * Splits a payload of several workspaces: each gets a payload of its own with nothing of the others' in it, and
 * what belongs to none stays apart as `unrouted`. One transaction, so it happens once.
 */
export async function splitPendingPayload(scope: Scope, payload: PendingPayload): Promise<void> {
  const parts = await toParts(scope, payload)
  if (!parts) return failPayload(scope, payload.id)
  // oxlint-disable-next-line parley/record-event -- nothing has happened for any workspace yet
  await transaction(scope, async (tx) => {
    if (!(await lockPending(tx, [payload.id])).has(payload.id)) return
    const rows = [...parts].map(([workspaceId, part]) => ({
      workspace_id: workspaceId,
      id: newId(),
      platform: payload.platform,
      parent_id: payload.id,
      body: part,
      content_type: payload.content_type,
      status: workspaceId === NO_WORKSPACE ? ('unrouted' as const) : ('pending' as const),
      due_at: tx.clock.now(),
      received_at: payload.received_at,
    }))
    if (rows.length > 0) await tx.db.insertInto('inbound_payloads').values(rows).execute()
    await tx.db
      .updateTable('inbound_payloads')
      .set({
        status: 'processed',
        processed_at: tx.clock.now(),
        outcome: JSON.stringify(
          rows.map((row) => ({
            kind: 'part',
            result: 'split',
            payload_id: row.id,
            workspace_id: row.workspace_id,
          })),
        ),
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', payload.id)
      .execute()
    const lanes = [...parts.keys()].filter((workspaceId) => workspaceId !== NO_WORKSPACE)
    afterCommit(tx, () =>
      tx.wake(
        lanes.map((workspaceId) => ({ kind: 'inbound', workspaceId, targetId: workspaceId })),
      ),
    )
  })
}

/** The part of each workspace; undefined when it cannot be written again, being thousands of levels deep. */
async function toParts(
  context: Context,
  payload: PendingPayload,
): Promise<Map<string, Buffer> | undefined> {
  const body: unknown = JSON.parse(payload.body.toString('utf8'))
  const changes = readChanges(body) ?? []
  const routes = await createChannelRouteFinder(context)(
    payload.platform,
    changes.flatMap((change) => change.account ?? []),
  )
  const parts = splitPayload(
    body,
    assignChanges(changes, (account) => routes.get(account)?.workspaceId),
  )
  try {
    return new Map([...parts].map(([id, part]) => [id, Buffer.from(JSON.stringify(part))]))
  } catch {
    return undefined
  }
}

async function failPayload(scope: Scope, id: string): Promise<void> {
  await scope.db
    .updateTable('inbound_payloads')
    .set({ status: 'failed', error: 'payload: too_deep', processed_at: scope.clock.now() })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}
