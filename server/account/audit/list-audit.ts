import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { scanAfter, scanNewest } from '#db/scan-newest.ts'
import type { AuditEntries } from '#db/tables/audit-entries.ts'
import { idRange } from '#lib/lists/id-range.ts'
import type { Page } from '#lib/page.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { readTime } from '#lib/read-time.ts'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import { toAuditEntries } from './to-audit-entries.ts'
import type { AuditEntry, ListAuditQuery } from './schema.ts'

type Row = Selectable<AuditEntries> & { created_at: Date }

/** Returns one page of the audit log, newest first. @throws {AppError} invalid_cursor, validation_failed */
export async function listAudit(scope: Scope, input: ListAuditQuery): Promise<Page<AuditEntry>> {
  const after = scanAfter(input)
  const actions = readChoices(input.action, 'action', AUDIT_ACTIONS)
  const since = input.since === undefined ? undefined : readTime(input.since, 'since')
  const until = input.until === undefined ? undefined : readTime(input.until, 'until')
  const { first, end } = idRange({ since, until })
  const rows = sql`select *, occurred_at as created_at from audit_entries
    where workspace_id = ${scope.workspaceId}
    ${after ? sql`and id < ${after}::uuid` : sql``}
    ${first ? sql`and id >= ${first}::uuid` : sql``}
    ${end ? sql`and id < ${end}::uuid` : sql``}
    ${input.actor_id === undefined ? sql`` : sql`and actor_id = ${input.actor_id}::uuid`}`
  const page = await scanNewest(
    scope.db,
    {
      // One source per action, because the index returns the entries of each action in order.
      sources: actions ? actions.map((action) => sql`${rows} and action = ${action}`) : [rows],
      where: sql`true
        ${since ? sql`and occurred_at >= ${since}::timestamptz` : sql``}
        ${until ? sql`and occurred_at < ${until}::timestamptz` : sql``}`,
    },
    input,
    (row: Row) => row,
  )
  return { ...page, data: await toAuditEntries(scope, page.data) }
}
