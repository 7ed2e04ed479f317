import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { ActorType } from '#shared/actors.ts'

type Author = { type: ActorType; id: string | null }

/** Returns the names of channels, members and API keys by their ids; what was deleted has none. */
export async function findCostNames(
  scope: Scope,
  channels: string[],
  authors: Author[],
): Promise<Map<string, string>> {
  const idsOf = (type: ActorType) =>
    authors.flatMap((author) => (author.type === type && author.id ? [author.id] : []))
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from channels
    where workspace_id = ${scope.workspaceId} and id = any (${channels}::uuid[])
    union all
    select memberships.id, coalesce(nullif(users.name, ''), users.email) from memberships
    join users on users.id = memberships.user_id
    where memberships.workspace_id = ${scope.workspaceId}
      and memberships.id = any (${idsOf('member')}::uuid[])
    union all
    select id, name from api_keys
    where workspace_id = ${scope.workspaceId} and id = any (${idsOf('api_key')}::uuid[])`.execute(
    scope.db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
