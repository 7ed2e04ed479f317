import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import { firstId } from '#lib/ids.ts'
import { PREVIEW_COUNT_MAX } from '#shared/workspaces.ts'
import type { RetentionPreview, RetentionPreviewQuery } from './schema.ts'

const DAY_MS = 24 * 3_600_000

/** Counts the messages and audit entries that are older than the given days, each up to a limit. */
export async function previewRetention(
  scope: Scope,
  input: RetentionPreviewQuery,
): Promise<RetentionPreview> {
  const { workspaceId } = scope
  const sinceOf = (days: number) => new Date(scope.clock.now().getTime() - days * DAY_MS)
  const { message_retention_days: messageDays, audit_retention_days: auditDays } = input
  return {
    messages:
      messageDays === undefined
        ? null
        : await count(
            scope,
            sql`
              select from chats
              join messages on messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
                and messages.created_at < ${sinceOf(messageDays)} and messages.status <> 'queued'
              where chats.workspace_id = ${workspaceId}`,
          ),
    audit_entries:
      auditDays === undefined
        ? null
        : await count(
            scope,
            sql`
              select from audit_entries
              where workspace_id = ${workspaceId} and id < ${firstId(sinceOf(auditDays))}`,
          ),
  }
}

async function count({ db }: Scope, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`
    /* across workspaces: the counted rows are of one */
    select count(*) as count from (${rows} limit ${PREVIEW_COUNT_MAX}) as found`.execute(db)
  return Number(firstOf(found.rows).count)
}
