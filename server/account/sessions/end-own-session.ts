import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'

/** Ends one of a user's sessions. @throws {AppError} session_not_found */
export async function endOwnSession(
  context: Pick<Context, 'db'>,
  userId: string,
  id: string,
): Promise<void> {
  const ended = isUuid(id)
    ? await context.db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined
  if (!ended) throw new AppError('session_not_found', 'You have no such session.')
}
