import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { listAdmins } from '../users/list-admins.ts'
import { writeNotice } from './notice-text.ts'
import type { Notice } from './schema.ts'

/**
 * Records a notice for the workspace's admins and queues a mail to each of them, in their language. Call it in the transaction of
 * the reported change, so that either both are stored or neither is.
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
  await queueMails(
    tx,
    admins.map(({ email, locale }) => ({
      to: email,
      ...writeNotice(notice, {
        workspace: workspace.name,
        publicUrl: tx.config.publicUrl,
        locale,
      }),
    })),
  )
}
