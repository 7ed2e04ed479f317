import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import { nextWarning } from '../tls/next-warning.ts'
import { findById } from '#db/find-by-id.ts'
import { updateById } from '#db/update-by-id.ts'

/** Maximum number of endpoints that one statement reads. */
const BATCH = 50

/**
 * Notifies the admins of all workspaces of client certificates of endpoints that expire soon or have expired, until none is
 * due or `signal` is aborted. Any number of processes can run it: each notice is recorded by one of them.
 */
export async function warnOfExpiry(context: Context, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await sql<{ workspace_id: string; id: string }>`
      /* across workspaces: no request waits for these notices */
      select workspace_id, id from webhook_endpoints
      where tls_warn_at <= ${context.clock.now()} and is_here(workspace_id)
      order by tls_warn_at limit ${BATCH}`.execute(context.db)
    for (const row of rows) await warn(systemScope(context, row.workspace_id), row.id)
    if (rows.length < BATCH) return
  }
}

async function warn(scope: Scope, id: string): Promise<void> {
  const audience = await readAudience(scope)
  await transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const row = await findById(tx, 'webhook_endpoints', id, 'change')
    if (!row?.tls_warn_at || row.tls_warn_at > now) return
    const expiresAt = row.tls?.expires_at ?? null
    await updateById(tx, 'webhook_endpoints', row.id, { tls_warn_at: nextWarning(expiresAt, now) })
    if (expiresAt === null) return
    const end = new Date(expiresAt)
    const data = {
      endpoint_id: row.id,
      url: row.url,
      subject: row.tls?.subject ?? '',
      expires_at: end,
      is_expired: end <= now,
    }
    await recordNotice(tx, { kind: 'client_certificate_expires', data }, audience)
  })
}
