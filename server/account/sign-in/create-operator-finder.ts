import { sql } from 'kysely'
import type { WithConfig, WithDirectory } from '#db/context.ts'
import type { FindOperator } from '#lib/found-session.ts'

/**
 * Creates the function that knows the operators: users whose address is in OPERATOR_EMAILS and verified. The issuer of a
 * workspace vouches for addresses only in that workspace, so a session that it made is never an operator's.
 */
export function createOperatorFinder(context: WithDirectory & WithConfig): FindOperator {
  const { operatorEmails } = context.config
  return async ({ id, ssoWorkspaceId }) => {
    if (operatorEmails.length === 0 || ssoWorkspaceId !== null) return undefined
    const { rows } = await sql<{ lacks_second_factor: boolean }>`
      select not exists (
        select from authenticators
        where authenticators.user_id = users.id and authenticators.confirmed_at is not null
      ) and not exists (
        select from passkeys where passkeys.id = sessions.passkey_id and passkeys.user_id = users.id
      ) as lacks_second_factor
      from sessions join users on users.id = sessions.user_id
      where sessions.id = ${id} and users.email_verified and users.disabled_at is null
        and lower(users.email) = any (${operatorEmails}::text[])`.execute(context.directory)
    return rows[0] && { lacksSecondFactor: rows[0].lacks_second_factor }
  }
}
