import { disableUser } from '#account/users/disable-user.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `users disable`. */
export function runDisableUser({ email }: { email: string }): Promise<Result> {
  return setDisabled(email, true)
}

/** Runs `users enable`. */
export function runEnableUser({ email }: { email: string }): Promise<Result> {
  return setDisabled(email, false)
}

async function setDisabled(email: string, isDisabled: boolean): Promise<Result> {
  const { user, endedSessions } = await withContext((context) =>
    disableUser(context, { email, isDisabled }),
  )
  return {
    json: { user, ended_sessions: endedSessions },
    lines: [
      isDisabled
        ? 'The user is disabled: they have no sessions and cannot sign in.'
        : 'The user can sign in again.',
      ...toTable({ user: user.id, email: user.email, 'sessions ended': endedSessions }),
    ],
  }
}
