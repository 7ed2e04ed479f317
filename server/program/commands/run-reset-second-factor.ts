import { resetSecondFactor } from '#account/second-factor/reset-second-factor.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `users reset-second-factor`: turns off the second factor of a user who lost their device. */
export async function runResetSecondFactor(options: { email: string }): Promise<Result> {
  const { user, wasOn } = await withContext((context) => resetSecondFactor(context, options))
  return {
    json: { user, was_on: wasOn },
    lines: [
      wasOn
        ? 'The second factor is off. All sessions of the user have ended, and the user was notified by mail.'
        : 'The user has no second factor. Nothing was changed.',
      ...toTable({ user: user.id, email: user.email }),
    ],
  }
}
