import { setPassword } from '#account/profile/set-password.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { readPassword } from './read-password.ts'
import { withContext } from './with-context.ts'

/** Runs `users set-password`: sets a new password and ends all sessions of the user. */
export async function runSetPassword(options: {
  email: string
  password?: string
}): Promise<Result> {
  const password = await readPassword(options.password)
  const user = await withContext((context) =>
    setPassword(context, { email: options.email, password }),
  )
  return {
    json: { user },
    lines: [
      'The password was changed. All sessions of the user have ended.',
      ...toTable({ user: user.id, email: user.email }),
    ],
  }
}
