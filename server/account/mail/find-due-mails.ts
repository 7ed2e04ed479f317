import type { LaneRef, WithDb, WithClock } from '#db/context.ts'
import { findDueWorkspaces } from '#lanes/find-due-workspaces.ts'

/** A mail that is due. `body` and `attachment` are encrypted. */
export type DueMail = {
  workspace_id: string
  id: string
  recipient: string
  subject: string
  body: Buffer
  attachment: Buffer | null
  attempts: number
  created_at: Date
}

const BATCH = 20

/** Returns the workspace's mails that are due, longest overdue first. */
export async function findDueMails(
  context: WithDb & WithClock,
  workspaceId: string,
): Promise<DueMail[]> {
  return context.db
    .selectFrom('mails')
    .select([
      'workspace_id',
      'id',
      'recipient',
      'subject',
      'body',
      'attachment',
      'attempts',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .where('due_at', '<=', context.clock.now())
    .orderBy('due_at')
    .limit(BATCH)
    .execute()
}

/** Returns when the workspace's next mail is due, or null if none is pending. */
export async function findNextMail(context: WithDb, workspaceId: string): Promise<Date | null> {
  const row = await context.db
    .selectFrom('mails')
    .select('due_at')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'pending')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Returns the lanes of all workspaces with due mails, including the lane of mails without a workspace. */
export function findDueMailLanes(context: WithDb & WithClock): Promise<LaneRef[]> {
  return findDueWorkspaces(context, 'mail', 'mails')
}
