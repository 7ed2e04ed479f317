import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createClient, createDb, createPool } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { waitFor } from '#test/wait-for.ts'
import { claimLanes } from './claim-lanes.ts'
import { createLaneWorker } from './create-lane-worker.ts'
import { wakeLanes } from './lane-waker.ts'
import { listenChannel } from './listen-channel.ts'

const { context, url } = await openTestContext()

async function openProxy() {
  const proxy = await startTcpProxy(new URL(url))
  after(() => proxy.close())
  return proxy
}

test('a worker whose connections were lost silently works again by itself', async () => {
  const proxy = await openProxy()
  const db = createDb(
    createPool({ url: proxy.url, max: 3, name: 'test', onError: () => undefined }),
  )
  const worked: string[] = []
  const work = async ({ targetId }: { targetId: string }) => {
    worked.push(targetId)
    return null
  }
  const worker = createLaneWorker(
    { ...context, db },
    {
      url: proxy.url,
      pollMs: 100,
      handlers: { webhook: { slots: 4, leaseMs: 5_000, findDue: async () => [], work } },
    },
  )
  await worker.start()
  after(async () => {
    await worker.stop()
    await db.destroy()
  })
  const lane = () => ({ kind: 'webhook' as const, workspaceId: newId(), targetId: newId() })
  const [first, second] = [lane(), lane()]
  await wakeLanes(context, [first])
  await waitFor(() => worked.includes(first.targetId))
  proxy.lose()
  await wakeLanes(context, [second])
  await waitFor(() => worked.includes(second.targetId))
})

test('a listener whose connection was lost silently, or whose server became a replica, connects again', async () => {
  const proxy = await openProxy()
  const payloads: (string | undefined)[] = []
  const listener = listenChannel({
    url: proxy.url,
    channel: 'lost',
    name: 'lost listener',
    heartbeatMs: 200,
    onNotify: (payload) => payloads.push(payload),
  })
  after(listener.stop)
  const connections = () => payloads.filter((payload) => payload === undefined).length
  await waitFor(() => connections() === 1)
  proxy.lose()
  await waitFor(() => connections() === 2)
  await sql`select pg_notify('lost', 'heard')`.execute(context.db)
  await waitFor(() => payloads.includes('heard'))

  const client = createClient(url, 'test')
  await client.connect()
  const { pathname } = new URL(url)
  await client.query(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)
  // An open session keeps its setting, so it ends here; the next one accepts no writes.
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lost listener' and datname = current_database()`,
  )
  await waitFor(() => connections() >= 4)
  await client.query('set transaction_read_only = off')
  await client.query('begin read write')
  await client.query(`alter database ${pathname.slice(1)} reset default_transaction_read_only`)
  await client.query('commit')
  await client.end()
})

test('after an outage, lanes whose lease ran out are left to their workers for a while', async () => {
  const proxy = await openProxy()
  const db = createDb(
    createPool({ url: proxy.url, max: 3, name: 'test', onError: () => undefined }),
  )
  const start = async (takeOverMs: number) => {
    const worked: string[] = []
    const work = async ({ targetId }: { targetId: string }) => {
      worked.push(targetId)
      return null
    }
    const worker = createLaneWorker(
      { ...context, db },
      {
        url,
        pollMs: 100,
        takeOverMs,
        handlers: { import: { slots: 4, leaseMs: 5_000, findDue: async () => [], work } },
      },
    )
    await worker.start()
    after(() => worker.stop())
    return { worker, worked }
  }
  after(() => db.destroy())
  const lane = () => ({ kind: 'import' as const, workspaceId: newId(), targetId: newId() })
  const [held, free] = [lane(), lane()]
  const polite = await start(60_000)
  await proxy.cut()
  await waitFor(() => proxy.refused() > 0)
  await wakeLanes(context, [held])
  await claimLanes(context, [{ kind: 'import', count: 1, leaseMs: 1 }])
  await wakeLanes(context, [free])
  proxy.restore()
  await waitFor(() => polite.worked.includes(free.targetId))
  await polite.worker.stop()
  assert.deepEqual(polite.worked, [free.targetId])
  const impolite = await start(0)
  await waitFor(() => impolite.worked.includes(held.targetId))
})

test('a claim that the database executes too late claims nothing', async () => {
  const lane = { kind: 'erase' as const, workspaceId: newId(), targetId: newId() }
  await wakeLanes(context, [lane])
  const claim = async (until: Date) =>
    (await claimLanes(context, [{ kind: 'erase', count: 1, leaseMs: 1_000 }], { until })).lanes
  assert.deepEqual(await claim(new Date(Date.now() - 1_000)), [])
  assert.equal((await claim(new Date(Date.now() + 60_000))).length, 1)
})
