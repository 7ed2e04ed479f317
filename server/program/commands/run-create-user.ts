import { addMember } from '#account/users/add-member.ts'
import { createUser } from '#account/users/create-user.ts'
import type { Role } from '#shared/roles.ts'
import { StartError } from '../start/start-error.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { readPassword } from './read-password.ts'
import { withWorkspace } from './with-context.ts'

/** The options of `users create`. */
type CreateUserOptions = {
  email: string
  password?: string
  existing?: true
  workspace: string
  role: Role
  name?: string
}

/**
 * Runs `users create`: creates a user with a membership. With `--existing` it adds a membership to a user who has an
 * account, and changes neither the name nor the password.
 */
export async function runCreateUser(options: CreateUserOptions): Promise<Result> {
  const { existing = false } = options
  if (existing && (options.password !== undefined || options.name !== undefined))
    throw new StartError(
      '--existing keeps the password and the name of the account: leave out --password and --name.',
    )
  const password = existing ? undefined : await readPassword(options.password)
  const { user, membership } = await withWorkspace(options.workspace, async (scope) => {
    return password === undefined
      ? addMember(scope, options)
      : createUser(scope, { ...options, password })
  })
  return {
    json: { user, membership },
    lines: [
      existing
        ? 'The user is a member now, and signs in with the password of their account.'
        : 'The user can sign in now.',
      ...toTable({
        user: user.id,
        email: user.email,
        membership: membership.id,
        role: membership.role,
      }),
    ],
  }
}
