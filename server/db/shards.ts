import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, Server, Shards } from './context.ts'
import { coalesce } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import type { Db } from './pool.ts'

/** The shard at DATABASE_URL, which also holds the directory and rows of no workspace. */
export const MAIN_SHARD = 'main'

/** The most workspaces whose shard is remembered. */
const REMEMBERED_MAX = 100_000
/** Maximum age of the cached list of moving workspaces. A move waits longer before it pauses anything. */
export const MOVES_KNOWN_MS = 500
/** How far back each check rereads finished moves, so that a slow commit is not missed. */
const MOVES_OVERLAP_MS = 60_000
/** How long a request waits for a workspace that changes its server, and how often it looks. */
const FENCE_WAIT_MS = 5_000
const FENCE_LOOK_MS = 10

/** Where the directory says a workspace is. */
type Place = { shard: string; is_fenced: boolean }

/**
 * Creates the shards of an installation, `servers` with the main one first. The shard of a workspace is read from the
 * directory and remembered until it is moved; an id of no workspace counts as the main shard's.
 *
 * find: @throws {AppError} database_unavailable (the workspace changes its server, and that takes too long)
 */
export function createShards(directory: Db, servers: Server[]): Shards {
  const remembered = new Map<string, Server>()
  const byName = new Map(servers.map((server) => [server.shard, server]))
  const readPlace = coalesce<string, Place | undefined>({
    maxBatch: 500,
    async run(ids) {
      const rows = await directory
        .selectFrom('workspaces')
        .select([
          'id',
          'shard',
          sql<boolean>`coalesce(fenced_until > now(), false)`.as('is_fenced'),
        ])
        .where('id', '=', sql<string>`any (${[...new Set(ids)]}::uuid[])`)
        .execute()
      const places = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => ({ status: 'fulfilled', value: places.get(id) }))
    },
  })
  let moving = new Set<string>()
  let knownSince = -Infinity
  /** Counts the looks that found moves: what was read before such a look is not remembered. */
  let looks = 0
  let lookedUntil = new Date()
  const lookForMoves = coalesce<undefined, void>({
    maxBatch: 10_000,
    async run(calls) {
      const startedAt = performance.now()
      const since = new Date(lookedUntil.getTime() - MOVES_OVERLAP_MS)
      const { rows } = await sql<{ at: Date; running: string[]; ended: string[] }>`
        select now() as at,
          coalesce(array_agg(workspace_id::text) filter (where ended_at is null), '{}') as running,
          coalesce(array_agg(workspace_id::text) filter (where ended_at is not null), '{}') as ended
        from workspace_moves
        where ended_at is null or ended_at >= ${since}`.execute(directory)
      const { at, running, ended } = firstOf(rows)
      for (const id of [...running, ...ended]) remembered.delete(id)
      moving = new Set(running)
      if (running.length + ended.length > 0) looks++
      lookedUntil = at
      knownSince = startedAt
      return calls.map(() => ({ status: 'fulfilled', value: undefined }))
    },
  })

  /** Reads where a workspace is; waits while it changes its server. */
  async function read(workspaceId: string): Promise<Place | undefined> {
    for (const endsAt = performance.now() + FENCE_WAIT_MS; ;) {
      const place = await readPlace(workspaceId)
      if (!place?.is_fenced) return place
      if (performance.now() > endsAt)
        throw new AppError(
          'database_unavailable',
          'The workspace moves to another database server. Try again in a moment.',
          { headers: { 'retry-after': '1' } },
        )
      await delay(FENCE_LOOK_MS)
    }
  }

  return {
    all: servers,
    async find(workspaceId) {
      if (workspaceId === NO_WORKSPACE) return firstOf(servers)
      if (performance.now() - knownSince > MOVES_KNOWN_MS) await lookForMoves(undefined)
      const known = remembered.get(workspaceId)
      if (known) return known
      const looksBefore = looks
      const place = await read(workspaceId)
      const server = byName.get(place?.shard ?? MAIN_SHARD)
      if (!server)
        throw new Error(
          `The workspace ${workspaceId} is on the shard "${place?.shard}", which DATABASE_SHARD_URLS does not name.`,
        )
      if (remembered.size >= REMEMBERED_MAX) remembered.clear()
      if (place && looks === looksBefore && !moving.has(workspaceId))
        remembered.set(workspaceId, server)
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

/**
 * Returns a context that reads the directory on the main server only. What deletes rows because of where the directory says that a
 * workspace is must not rely on a replica, which may lack the last second.
 */
export function withoutReplica<C extends Context>(context: C): C {
  const { shards, isDirectoryFromReplica } = context
  return shards && isDirectoryFromReplica
    ? { ...context, directory: firstOf(shards.all).db }
    : context
}

/** Returns the name of the shard of a context. */
export function shardOf({ shard = MAIN_SHARD }: Pick<Context, 'shard'>): string {
  return shard
}

/** Returns the condition, for rows of `workspaces`, of those that lie on the shard of a context. */
export function isOnShard(context: Pick<Context, 'shard'>): RawBuilder<boolean> {
  return sql<boolean>`workspaces.shard = ${shardOf(context)}`
}
