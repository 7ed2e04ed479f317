import { disableUser } from '#account/users/disable-user.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `users disable`, and `users enable` with `isDisabled` false. */
export async function runDisableUser(options: {
  email: string
  isDisabled: boolean
}): Promise<Result> {
  const { user, endedSessions } = await withContext((context) => disableUser(context, options))
  return {
    json: { user, ended_sessions: endedSessions },
    lines: [
      options.isDisabled
        ? 'The user is disabled: they have no sessions and cannot sign in.'
        : 'The user can sign in again.',
      ...toTable({ user: user.id, email: user.email, 'sessions ended': endedSessions }),
    ],
  }
}
