import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, Server, Shards } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { Db } from './pool.ts'

/** The shard at DATABASE_URL, which also holds the directory and rows of no workspace. */
export const MAIN_SHARD = 'main'

/** The most workspaces whose shard is remembered. */
const REMEMBERED_MAX = 100_000

/**
 * Creates the shards of an installation, `servers` with the main one first. The shard of a workspace is read from the
 * directory once, because a workspace never moves; an id of no workspace counts as the main shard's.
 */
export function createShards(directory: Db, servers: Server[]): Shards {
  const remembered = new Map<string, Server>()
  const byName = new Map(servers.map((server) => [server.shard, server]))
  const read = coalesce<string, string | undefined>({
    maxBatch: 500,
    async run(ids) {
      const rows = await directory
        .selectFrom('workspaces')
        .select(['id', 'shard'])
        .where('id', '=', sql<string>`any (${[...new Set(ids)]}::uuid[])`)
        .execute()
      const names = new Map(rows.map(({ id, shard }) => [id, shard]))
      return ids.map((id) => ({ status: 'fulfilled', value: names.get(id) }))
    },
  })
  return {
    all: servers,
    async find(workspaceId) {
      if (workspaceId === NO_WORKSPACE) return servers[0]!
      const known = remembered.get(workspaceId)
      if (known) return known
      const name = await read(workspaceId)
      const server = byName.get(name ?? MAIN_SHARD)
      if (!server)
        throw new Error(
          `The workspace ${workspaceId} is on the shard "${name}", which DATABASE_SHARD_URLS does not name.`,
        )
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      if (name !== undefined) remembered.set(workspaceId, server)
      return server
    },
  }
}

/** Returns the context of each server that holds tenants, with the URL on which to listen there; the main one first. */
export function contextsOf(context: Context): { context: Context; url: string | undefined }[] {
  if (!context.shards) return [{ context, url: context.config.database.directUrl }]
  return context.shards.all.map((server) => ({
    context: onServer(context, server),
    url: server.url,
  }))
}

/** Returns a context whose tenants' database is that of a server. */
export function onServer<C extends Context>(context: C, { url: _url, ...server }: Server): C {
  return { ...context, ...server }
}

/** Returns the name of the shard of a context. */
export function shardOf({ shard = MAIN_SHARD }: Pick<Context, 'shard'>): string {
  return shard
}

/** Returns the condition, for rows of `workspaces`, of those that lie on the shard of a context. */
export function isOnShard(context: Pick<Context, 'shard'>): RawBuilder<boolean> {
  return sql<boolean>`workspaces.shard = ${shardOf(context)}`
}
