import { recordUserAudit } from '../audit/record-user-audit.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { present } from '#lib/present.ts'
import { checkEmail } from './check-email.ts'
import { getUserByEmail } from '../sessions/find-user-by-email.ts'

/**
 * Ends the sessions of the user with this address, or of all users if it is undefined, for the operator. Returns how
 * many ended.
 *
 * @throws {AppError} user_not_found, validation_failed (email)
 */
export async function endSessions(context: Context, address: string | undefined): Promise<number> {
  const user =
    address === undefined ? undefined : await getUserByEmail(context, checkEmail(address))
  return directoryTransaction(context, async (tx) => {
    const ended = await tx.directory
      .deleteFrom('sessions')
      .$if(user !== undefined, (query) => query.where('user_id', '=', present(user).id))
      .returning('user_id')
      .execute()
    const counts = Map.groupBy(ended, (each) => each.user_id)
    for (const [id, { length: sessions }] of counts)
      await recordUserAudit(tx, id, {
        action: 'member.sessions_ended_by_operator',
        actor: 'system',
        data: { sessions },
      })
    return ended.length
  })
}
