import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { loadModule } from 'libpg-query'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { contextsOf } from '#db/shards.ts'
import type { LaneKind } from '#db/tables/lanes.ts'
import { newId } from '#lib/ids.ts'
import { startWorker } from '../server/worker.ts'
import { openTestApi } from './app.ts'
import type { Call } from './app.ts'
import { createOneOfEach, PATH_KINDS, pathBodies } from './contract/one-of-each.ts'
import { listRoutes } from './contract/list-routes.ts'
import { openTestStream } from './event-streams.ts'
import { createTestKey } from './factories.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { signInTestMember } from './session.ts'
import { openTappedShards } from './statements/open-tapped-shards.ts'
import { countTouched } from './statements/touched-servers.ts'
import { waitFor } from './wait-for.ts'

const { context, sent, flush } = await openTappedShards()
const { app, call } = await openTestApi(context)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

/** Routes that belong to no workspace, or whose answer does not end. */
const LEFT_OUT = [/^\/health/, /^\/media\//, /\/stream$/, /^\/api\/app\/live$/]
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

before(() => loadModule())

async function openWorkspaceOn(shard: string): Promise<{ scope: Scope; key: string }> {
  const { id } = await createWorkspace(context, { name: `Test ${newId()}`, shard })
  const scope = await systemScopeOn(context, id)
  return { scope, key: await createTestKey(scope, ['*']) }
}

/** Counts for each request of `count` which servers it used, and asserts that they are those of a workspace on `shard`. */
function countRequests(shard: string) {
  const counts = { requests: 0, own: 0, directory: 0 }
  const check = async (name: string) => {
    await app.requestLog.flush()
    await flush()
    const touched = countTouched(sent.take(), shard)
    assert.deepEqual(touched.wrong, [], name)
    counts.requests++
    counts.own += touched.own
    counts.directory += touched.directory
    return touched
  }
  const counted: Call = async (request, options) => {
    const answer = await call(request, options)
    await check(request)
    return answer
  }
  return { counts, counted, check }
}

for (const shard of ['main', 'b'])
  describe(`a workspace on ${shard}`, () => {
    let workspace: Awaited<ReturnType<typeof openWorkspaceOn>>
    let ids: Record<string, string>

    test('every request uses its shard and the directory alone', async (t) => {
      workspace = await openWorkspaceOn(shard)
      const { scope, key } = workspace
      await flush()
      sent.take()
      const { counts, counted, check } = countRequests(shard)
      const created = await createOneOfEach(counted, workspace)
      ids = created.ids
      const bodies = pathBodies(ids['merged']!)
      const routes = listRoutes(app)
        .filter((route) => !LEFT_OUT.some((pattern) => pattern.test(route.url)))
        .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))
      const used = new Set<string>()
      let headers: Record<string, string> | undefined
      for (const { method, url: path } of routes) {
        const name = `${method} ${path}`
        const kind = PATH_KINDS.find(([pattern]) => pattern.test(path))?.[1]
        const line = `${method} ${path.replace(/:\w+/, (kind && ids[kind]) ?? newId())}`
        const isByKey = path.startsWith('/api/v1/')
        if (!headers) {
          await forgetAttempts(context)
          headers = (await signInTestMember(call, scope)).headers
          await flush()
          sent.take()
        }
        const body = bodies[name] ?? (method === 'GET' || method === 'DELETE' ? undefined : {})
        const answer = await call(line, {
          ...(isByKey ? { key } : { headers }),
          ...(body && { body }),
        })
        assert.ok(answer.status < 500, `${name} ${answer.text}`)
        // It may have ended the session.
        if (!isByKey && method !== 'GET') headers = undefined
        const touched = await check(name)
        if (touched.own > 0) used.add(name)
      }
      for (const [path, caller] of [
        ['/api/v1/events/stream', key],
        ['/api/app/live', (await signInTestMember(counted, scope)).headers],
      ] as const) {
        const stream = await openTestStream(url, caller, { path })
        await counted('POST /api/v1/contacts', { key, body: { name: 'Streamed' } })
        await waitFor(() => stream.frames.some(({ event }) => event === 'contact.created'))
        stream.close()
        await stream.ended
        await check(path)
      }
      t.diagnostic(
        `${counts.requests} requests, ${used.size} of ${routes.length} routes used rows of the workspace; ${counts.own} statements on its shard, ${counts.directory} on the directory`,
      )
      assert.ok(used.size > routes.length / 2, `only ${used.size} routes used the workspace`)
    })

    test('every turn of its lanes uses its shard and the directory alone', async (t) => {
      const { scope } = workspace
      const targets = laneTargets(scope, ids)
      scope.wake(
        Object.entries(targets).map(([kind, targetId]) => ({
          kind: kind as LaneKind,
          workspaceId: scope.workspaceId,
          targetId,
        })),
      )
      await flush()
      const kinds = await listLanes(scope)
      assert.deepEqual(kinds, Object.keys(targets).toSorted())
      sent.take()
      const { context: there, url: database } = contextsOf(context).find(
        ({ context: each }) => each.shard === shard,
      )!
      const worker = await startWorker(there, { url: database! })
      await waitFor(async () => (await listLanes(scope)).length === 0, {
        what: 'the lanes to have no due work',
      })
      await worker.stop()
      await flush()
      const touched = countTouched(sent.take(), shard)
      assert.deepEqual(touched.wrong, [])
      t.diagnostic(
        `lanes of ${kinds.join(', ')}: ${touched.own} statements on their shard, ${touched.directory} on the directory`,
      )
      assert.ok(touched.own > kinds.length)
    })
  })

/** Returns a target of each kind of lane: most have work of the requests before, the others find none. */
function laneTargets(
  { workspaceId }: Scope,
  ids: Record<string, string>,
): Record<LaneKind, string> {
  return {
    webhook: ids['endpoint']!,
    send: ids['channel']!,
    inbound: workspaceId,
    replay: ids['replay']!,
    mail: workspaceId,
    media: ids['channel']!,
    templates: ids['channel']!,
    import: ids['import']!,
    erase: ids['erasure']!,
    export: ids['data_export']!,
    notify: workspaceId,
    push: ids['device']!,
    bulk: ids['bulk_action']!,
    availability: workspaceId,
    held: workspaceId,
    reports: workspaceId,
    assign: workspaceId,
    csat: workspaceId,
    sla: workspaceId,
    away: workspaceId,
    bots: workspaceId,
    rules: workspaceId,
  }
}

/** Returns the kinds of lanes of a workspace that have due work. */
async function listLanes({ db, workspaceId }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('lanes')
    .select('kind')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    // The clock of the database, which counts microseconds: a lane that was woken in this millisecond is due.
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

test('a request that reads the rows of another shard is found', async () => {
  const { key } = await openWorkspaceOn('b')
  const { counted } = countRequests('b')
  await flush()
  sent.take()
  await counted('GET /api/v1/chats', { key })
  const [main] = context.shards!.all
  const lost: Context = {
    ...context,
    shards: { ...context.shards!, find: async () => main! },
  }
  const { call: callLost } = await openTestApi(lost)
  sent.take()
  await callLost('GET /api/v1/chats', { key })
  await flush()
  const { wrong } = countTouched(sent.take(), 'b')
  assert.ok(
    wrong.some((each) => /^main: .*\bchat_activity\b/s.test(each)),
    wrong.join('\n'),
  )
})

test('a statement about the directory on a shard is found', () => {
  const { wrong } = countTouched([{ shard: 'b', text: 'select id from users', values: [] }], 'b')
  assert.equal(wrong.length, 1)
})
