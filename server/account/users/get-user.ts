import type { WithDirectory } from '#db/context.ts'
import type { SessionUser } from './schema.ts'

/** Returns the user with an id that a session or another row of theirs refers to. */
export async function getUser(context: WithDirectory, id: string): Promise<SessionUser['user']> {
  return context.directory
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
