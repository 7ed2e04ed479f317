import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { Context } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { endSessionsOf } from './end-sessions-of.ts'

/** Ends one of a user's sessions, for the user. @throws {AppError} session_not_found */
export async function endOwnSession(context: Context, userId: string, id: string): Promise<void> {
  await transaction(context, async (tx) => {
    const ended = isUuid(id)
      ? await tx.db
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
      : undefined
    if (!ended) throw new AppError('session_not_found', 'You have no such session.')
    await recordEnded(tx, userId, 1)
  })
}

/** Ends a user's sessions except the one with the id `keptId`, for the user. */
export async function endOtherSessions(
  context: Context,
  userId: string,
  keptId: string,
): Promise<void> {
  await transaction(context, async (tx) => {
    const ended = await endSessionsOf(tx, userId, keptId)
    if (ended > 0) await recordEnded(tx, userId, ended)
  })
}

async function recordEnded(tx: Context, userId: string, sessions: number): Promise<void> {
  await recordUserAudit(tx, userId, {
    action: 'member.sessions_ended',
    actor: 'user',
    data: { sessions },
  })
}
