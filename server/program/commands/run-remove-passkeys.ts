import { removePasskeys } from '#account/passkeys/remove-passkeys.ts'
import { toLine } from './run-list-passkeys.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `users remove-passkeys`: removes the passkeys of a user who lost them, or of whom somebody else has them. */
export async function runRemovePasskeys(options: { email: string; id?: string }): Promise<Result> {
  const { user, removed } = await withContext((context) => removePasskeys(context, options))
  return {
    json: { user, removed },
    lines:
      removed.length === 0
        ? ['The user has no passkeys. Nothing was changed.']
        : [
            'Removed. All sessions of the user have ended, and the user was notified by mail.',
            ...removed.map(toLine),
          ],
  }
}
