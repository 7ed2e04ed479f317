import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Audience } from '#account/notices/record-notice.ts'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { applyAccountEvents } from './apply-account-events.ts'
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
    order by fingerprint
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

/**
 * Updates templates with reports about them and creates unknown ones. Status, quality and category each keep the
 * newest report, so the order of arrival does not matter.
 */
async function applyTemplateEvents(tx: Scope, events: PlatformEvent[]): Promise<void> {
  for (const event of events) {
    const { template: report, businessAccount } = event
    if (!report || businessAccount === null) continue
    const now = tx.clock.now()
    const at = (value: string | null) => (value === null ? null : event.at)
    await sql`
      insert into templates as known (workspace_id, id, business_account, name, language, platform_template_id,
        status, status_reason, status_at, quality, quality_at, category, category_at, created_at, updated_at)
      values (${tx.workspaceId}, ${newId()}, ${businessAccount}, ${report.name}, ${report.language},
        ${report.platformTemplateId},
        ${report.status}, ${report.statusReason}, ${at(report.status)}::timestamptz,
        ${report.quality}, ${at(report.quality)}::timestamptz,
        ${report.category}, ${at(report.category)}::timestamptz, ${now}, ${now})
      on conflict (workspace_id, business_account, name, language) do update set
        platform_template_id = coalesce(excluded.platform_template_id, known.platform_template_id),
        status = case when ${isNewer('status_at')} then excluded.status else known.status end,
        status_reason = case when ${isNewer('status_at')} then excluded.status_reason else known.status_reason end,
        status_at = greatest(known.status_at, excluded.status_at),
        quality = case when ${isNewer('quality_at')} then excluded.quality else known.quality end,
        quality_at = greatest(known.quality_at, excluded.quality_at),
        category = case when ${isNewer('category_at')} then excluded.category else known.category end,
        category_at = greatest(known.category_at, excluded.category_at),
        updated_at = excluded.updated_at
      where known.workspace_id = ${tx.workspaceId}`.execute(tx.db)
  }
}

function isNewer(column: string) {
  const [given, known] = [sql.ref(`excluded.${column}`), sql.ref(`known.${column}`)]
  return sql`${given} is not null and (${known} is null or ${known} <= ${given})`
}
