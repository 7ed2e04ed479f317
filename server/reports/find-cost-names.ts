import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { ActorType } from '#shared/actors.ts'

type Author = { type: ActorType; id: string | null }
type Named = { id: string; name: string }

/** Returns the names of channels, members and API keys by their ids; what was deleted has none. */
export async function findCostNames(
  scope: Scope,
  channelIds: string[],
  authors: Author[],
): Promise<Map<string, string>> {
  const { db, workspaceId } = scope
  const idsOf = (type: ActorType) =>
    authors.flatMap((author) => (author.type === type && author.id ? [author.id] : []))
  const channels = await sql<Named>`
    select id, name from channels
    where workspace_id = ${workspaceId} and id = any (${channelIds}::uuid[])`.execute(db)
  const keys = await sql<Named>`
    select id, name from api_keys
    where workspace_id = ${workspaceId}
      and id = any (${idsOf('api_key')}::uuid[])`.execute(scope.directory)
  return new Map([
    ...(await findMemberNames(scope, idsOf('member'))),
    ...[...channels.rows, ...keys.rows].map(({ id, name }) => [id, name] as const),
  ])
}
