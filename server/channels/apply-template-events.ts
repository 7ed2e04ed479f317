import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import type { PlatformEvent } from './platform-event.ts'

/**
 * Updates templates with reports about them and creates unknown ones. Status, quality and category each keep the
 * newest report, so the order of arrival does not matter.
 */
export async function applyTemplateEvents(tx: Scope, events: PlatformEvent[]): Promise<void> {
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
