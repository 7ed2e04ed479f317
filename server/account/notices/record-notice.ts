import type { Context, Effect, Scope } from '#context.ts'
import { defer } from '#db/effects.ts'
import { newId } from '#lib/ids.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { listAdmins } from '../users/list-admins.ts'
import { writeNotice } from './notice-text.ts'
import type { Notice } from './schema.ts'

/** The admins who get a notice by mail, and the name of their workspace. */
export type Audience = { workspace: string; admins: { email: string; locale: string | null }[] }

type Row = { id: string; kind: Notice['kind']; data: string; created_at: Date }

/** Writes a notice that a transaction of the directory deferred. */
export const noticeEffect: Effect<Row> = {
  kind: 'notice',
  apply: (tx, row) => insertNotice(tx, { ...row, created_at: new Date(row.created_at) }),
}

/** Returns who gets the notices of the scope's workspace. Read it before the transaction that records one. */
export async function readAudience(
  scope: Pick<Context, 'directory'> & { workspaceId: string },
): Promise<Audience> {
  const { name } = await scope.directory
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  return { workspace: name, admins: await listAdmins(scope) }
}

/**
 * Records a notice for the workspace's admins and queues a mail to each of them, in their language. Call it in the transaction of
 * the reported change, so that either both are stored or neither is.
 */
export async function recordNotice(
  tx: Scope,
  notice: Notice,
  { workspace, admins }: Audience,
): Promise<void> {
  const row = {
    id: newId(),
    kind: notice.kind,
    data: JSON.stringify(notice.data),
    created_at: tx.clock.now(),
  }
  if (tx.deferred) await defer(tx, noticeEffect, row)
  else await insertNotice(tx, row)
  await queueMails(
    tx,
    admins.map(({ email, locale }) => ({
      to: email,
      ...writeNotice(notice, { workspace, publicUrl: tx.config.publicUrl, locale }),
    })),
  )
}

async function insertNotice(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  row: Row,
): Promise<void> {
  await db
    .insertInto('notices')
    .values({ ...row, workspace_id: workspaceId })
    .execute()
}
