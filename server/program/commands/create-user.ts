import { systemScope } from '#context.ts'
import { createUser } from '#account/users/create-user.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import type { Role } from '#shared/actors.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** The options of `users create`. */
type CreateUserOptions = {
  email: string
  password: string
  workspace: string
  role: Role
  name?: string
}

/** Runs `users create`: creates a user with a membership, or adds a membership to an existing user. */
export async function runCreateUser(options: CreateUserOptions): Promise<Result> {
  const { user, membership } = await withContext(async (context) => {
    const { id } = await getWorkspace(context, options.workspace)
    return createUser(systemScope(context, id), options)
  })
  return {
    json: { user, membership },
    lines: [
      'The user can sign in now.',
      ...toTable({
        user: user.id,
        email: user.email,
        membership: membership.id,
        role: membership.role,
      }),
    ],
  }
}
