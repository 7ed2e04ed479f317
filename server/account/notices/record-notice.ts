import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { listAdmins } from '../users/list-admins.ts'
import { writeNotice } from './notice-text.ts'
import type { Notice } from './schema.ts'

/**
 * Tells the admins of the scope's workspace, in the app and by mail to each. Call it in the transaction of what it
 * tells of: either both happened, or neither.
 */
export async function recordNotice(tx: Scope, notice: Notice): Promise<void> {
  await tx.db
    .insertInto('notices')
    .values({
      workspace_id: tx.workspaceId,
      id: newId(),
      kind: notice.kind,
      data: JSON.stringify(notice.data),
      created_at: tx.clock.now(),
    })
    .execute()
  const workspace = await tx.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', tx.workspaceId)
    .executeTakeFirstOrThrow()
  const admins = await listAdmins(tx)
  const text = writeNotice(notice, { workspace: workspace.name, publicUrl: tx.config.publicUrl })
  await queueMails(
    tx,
    admins.map(({ email }) => ({ to: email, ...text })),
  )
}
