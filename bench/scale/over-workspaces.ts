import { plantWorkspaces } from '#test/plant-workspaces.ts'
import type { BenchDatabase } from '../database.ts'
import { createTenants } from '../tenant-operations.ts'
import type { Operation } from '../tenant-operations.ts'
import { addPoint } from './curve.ts'
import type { Curve, ScaleOptions } from './curve.ts'
import { startScaled } from './start-scaled.ts'

/** The new workspaces in which each operation is done at each count. */
const TENANTS = 10
const CHATS = 30

/** The tables of which a workspace in use has rows, and whose rows alone are no work that is due. */
const TABLES = [
  'api_keys',
  'api_requests',
  'audit_entries',
  'channel_routes',
  'channels',
  'chat_activity',
  'chat_changes',
  'chat_tags',
  'chats',
  'custom_fields',
  'events',
  'idempotency_keys',
  'identities',
  'inbound_payloads',
  'lanes',
  'media_files',
  'memberships',
  'messages',
  'notification_cursors',
  'notifications',
  'people',
  'tags',
  'teams',
  'tickets',
  'timeline_entries',
  'webhook_deliveries',
  'webhook_endpoints',
  'workspace_counters',
] as const

/** Measures operations in new workspaces beside more and more others, each of which has one row in each table. */
export async function measureWorkspaces({
  counts,
  times,
  settleSeconds,
}: ScaleOptions): Promise<Curve> {
  await using stack = new AsyncDisposableStack()
  const { database, operations, get, measure, readAtRest } = await startScaled(stack, settleSeconds)
  const all: Record<string, Operation> = {
    list: (tenant) => get(tenant, 'chats?limit=25'),
    thread: (tenant) => get(tenant, `chats/${tenant.chatId}/messages?limit=25`),
    ...operations,
  }
  const curve: Curve = {}
  for (const count of counts) {
    const tenants = await createTenants(database, TENANTS, CHATS)
    await database.seedFast(() => plant(database, count - TENANTS))
    const atRest = await readAtRest()
    for (const [name, operation] of Object.entries(all)) {
      const statements = await measure(operation, tenants, { times, atRest })
      addPoint(curve, name, { count, statements, comparedFrom: 1_000 })
    }
    const seconds = atRest.ms / 1_000
    const resting = [...atRest.statements.values()]
      .map((each) => ({ ...each, calls: each.calls / seconds, blocks: each.blocks / seconds }))
      .toSorted((a, b) => b.blocks - a.blocks)
    addPoint(curve, 'a second of the product at rest', { count, statements: resting })
  }
  return curve
}

/**
 * Writes rows of so many workspaces. Their endpoints are enabled, so that the product looks after them at rest; nothing else is due.
 */
async function plant({ url, query }: BenchDatabase, count: number): Promise<void> {
  if (count <= 0) return
  await plantWorkspaces(url, { small: count, tables: TABLES })
  await query(`update webhook_endpoints set status = 'enabled' where status <> 'enabled'`)
  await query(`update workspace_counters set is_notifying = false where is_notifying`)
  await query(`update custom_fields set indexed_at = now() where indexed_at is null`)
  await query(
    `insert into workspaces
     select made.* from workspaces as model, generate_series(1, ${count}) as n,
       lateral (select md5('workspace' || n)::uuid as id) as planted,
       lateral jsonb_populate_record(model, jsonb_build_object('id', planted.id, 'slug', planted.id)) as made
     where model.id = (select id from workspaces order by id limit 1)
     on conflict do nothing`,
  )
}
