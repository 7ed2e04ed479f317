import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { ChannelEvent } from './record-channel-events.ts'

type Data = Record<string, unknown>

/** What one event says of a template; a time stands beside what it is the time of. */
type Change = {
  status: string | null
  statusReason: string | null
  quality: string | null
  category: string | null
}

/**
 * Brings templates up to date with what is reported of them; one that is not known yet is made. Each of state,
 * quality and category keeps its newest news, whatever the order in which they come.
 */
export async function applyTemplateEvents(tx: Scope, events: ChannelEvent[]): Promise<void> {
  for (const event of events) {
    const data = event.data as Data
    const change = toChange(event.field, data)
    const name = text(data['message_template_name'])
    const language = text(data['message_template_language'])
    if (!change || !name || !language || event.businessAccount === null) continue
    const now = tx.clock.now()
    const at = (value: string | null) => (value === null ? null : event.at)
    await sql`
      insert into templates as known (workspace_id, id, business_account, name, language, platform_template_id,
        status, status_reason, status_at, quality, quality_at, category, category_at, created_at, updated_at)
      values (${tx.workspaceId}, ${newId()}, ${event.businessAccount}, ${name}, ${language},
        ${text(data['message_template_id'])},
        ${change.status}, ${change.statusReason}, ${at(change.status)}::timestamptz,
        ${change.quality}, ${at(change.quality)}::timestamptz,
        ${change.category}, ${at(change.category)}::timestamptz, ${now}, ${now})
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

function toChange(field: string, data: Data): Change | undefined {
  const nothing: Change = { status: null, statusReason: null, quality: null, category: null }
  switch (field) {
    case 'message_template_status_update': {
      const rejection = (data['rejection_info'] ?? {}) as Data
      const reason = text(rejection['reason']) ?? text(data['reason'])
      return {
        ...nothing,
        status: text(data['event']),
        statusReason: reason === 'NONE' ? null : reason,
        category: text(data['message_template_category']),
      }
    }
    case 'message_template_quality_update':
      return { ...nothing, quality: text(data['new_quality_score']) }
    case 'template_category_update':
      return { ...nothing, category: text(data['new_category']) }
    default:
      return undefined
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
