import type { Effect, Scope, WithDirectory } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { defer } from '#db/outbox/defer.ts'
import { newId } from '#lib/ids.ts'
import { queueMails } from '../mail/queue-mails.ts'
import { writeNotice } from './write-notice.ts'
import type { Notice } from './schema.ts'

/** The admins who get a notice by mail, and the name of their workspace. */
export type Audience = { workspace: string; admins: { email: string; locale: string | null }[] }

type Row = { id: string; kind: Notice['kind']; data: string; created_at: Date }

/** Writes a notice. */
export const noticeEffect: Effect<Row> = {
  kind: 'notice',
  async apply({ db, workspaceId }, { created_at, ...row }) {
    await insertInto(db, 'notices', {
      ...row,
      created_at: new Date(created_at),
      workspace_id: workspaceId,
    })
  },
}

/** Returns who gets the notices of the scope's workspace. Read it before the transaction that records one. */
export async function readAudience(
  scope: WithDirectory & { workspaceId: string },
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
  await defer(tx, noticeEffect, {
    id: newId(),
    kind: notice.kind,
    data: JSON.stringify(notice.data),
    created_at: tx.clock.now(),
  })
  await queueMails(
    tx,
    admins.map(({ email, locale }) => ({
      to: email,
      ...writeNotice(notice, { workspace, publicUrl: tx.config.publicUrl, locale }),
    })),
  )
}

/** Returns the admins of the scope's workspace, sorted by name and email address. */
async function listAdmins(
  scope: Pick<Scope, 'directory' | 'workspaceId'>,
): Promise<{ name: string; email: string; locale: string | null }[]> {
  return scope.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.name', 'users.email', 'users.locale'])
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .where('memberships.role', '=', 'admin')
    .where('memberships.removed_at', 'is', null)
    .orderBy('memberships.id')
    .execute()
}
