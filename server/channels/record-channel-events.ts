import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { applyAccountEvents } from './apply-account-events.ts'
import { applyTemplateEvents } from './apply-template-events.ts'
import type { PlatformEvent } from './platform-event.ts'

/**
 * Records events of a platform, each once, and updates channels and templates with them. Returns the id of each new
 * event, null for a repeat. `audience` is needed if an input is a report about an account. Runs in the caller's transaction.
 */
export async function recordChannelEvents(
  tx: Scope,
  inputs: PlatformEvent[],
  audience?: Audience,
): Promise<(string | null)[]> {
  const hashes = inputs.map((input) =>
    createHash('sha256')
      .update(`${input.channelId ?? input.businessAccount ?? ''} ${input.fingerprint}`)
      .digest(),
  )
  const now = tx.clock.now()
  const given = bulkRows('given', inputs, {
    id: ['uuid', () => newId()],
    fingerprint: ['bytea', (_, index) => itemAt(hashes, index)],
    channel_id: ['uuid', (input) => input.channelId],
    business_account: ['text', (input) => input.businessAccount],
    field: ['text', (input) => input.field],
    event: ['text', (input) => input.event],
    data: ['jsonb', (input) => JSON.stringify(input.data)],
    occurred_at: ['timestamptz', (input) => input.at],
  })
  const { rows } = await sql<{ id: string; fingerprint: Buffer }>`
    insert into channel_events (workspace_id, created_at, ${given.columns})
    select ${tx.workspaceId}::uuid, ${now}::timestamptz, ${given.columns} from ${given}
    on conflict do nothing
    returning id, fingerprint`.execute(tx.db)
  const made = new Map(rows.map((row) => [row.fingerprint.toString('hex'), row.id]))
  const ids = hashes.map((hash) => {
    const key = hash.toString('hex')
    const id = made.get(key) ?? null
    made.delete(key)
    return id
  })
  const fresh = inputs.filter((_, index) => ids[index] !== null)
  await applyAccountEvents(tx, fresh, audience)
  await applyTemplateEvents(tx, fresh)
  return ids
}
