import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { createReadSlots } from '#lib/pacing/read-slots.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { openTestApi } from '#test/app.ts'
import { createDb, createPool } from './pool.ts'

const POOL_MAX = 10
const { context: opened, url } = await openTestContext()
const pool = createPool({ url, max: POOL_MAX, name: 'test', onError: () => undefined })
const db = createDb(pool)
const context = { ...opened, db, directory: db, readSlots: createReadSlots(POOL_MAX) }
const { app, call } = await openTestApi(context)

async function setUp() {
  const { scope } = await createTestWorkspace(context)
  return { scope, key: await createTestKey(scope, ['*']) }
}

test('two hundred reports of one key leave connections to everybody else, and the refused ones take none', async () => {
  const { key } = await setUp()
  const other = await setUp()
  await call('GET /api/v1/me', { key })
  // Another session holds the table of the report, so that each report runs until its time is over.
  const blocker = await pool.connect()
  await blocker.query('begin; lock table chat_changes in access exclusive mode')
  const path = '/api/v1/reports/responses?from=2025-01-01&to=2026-01-01'
  const reports = Promise.all(Array.from({ length: 200 }, () => call(`GET ${path}`, { key })))
  const others = await Promise.all([
    call('GET /api/v1/me', { key: other.key }),
    call('GET /api/v1/contacts', { key: other.key }),
    call('GET /api/v1/reports/messages', { key: other.key }),
    call('POST /api/v1/contacts', {
      key: other.key,
      body: { name: 'Kavya', phone: '+919812300001' },
    }),
    call('GET /api/v1/me', { key }),
    call('GET /health/ready'),
  ])
  assert.deepEqual(
    others.map(({ status }) => status),
    [200, 200, 200, 201, 200, 200],
  )
  await waitFor(
    async () => {
      const { rows } = await blocker.query(
        `select from pg_locks where relation = 'chat_changes'::regclass and not granted`,
      )
      return rows.length >= 2
    },
    { what: 'the reports that have a connection' },
  )
  const answers = await reports
  const busy = answers.filter(({ body }) => body.code === 'busy')
  const late = answers.filter(({ body }) => body.code === 'database_unavailable')
  assert.equal(busy.length + late.length, 200)
  assert.equal(late.length, 2, 'the others had no connection, and say so')
  assert.ok(busy.every(({ status, headers }) => status === 503 && headers['retry-after'] === '1'))
  await blocker.query('rollback')
  blocker.release()
})

/** The addresses of the GET routes that an API key can call, those that read what grows with the data and the others. */
function listAddresses(): { growing: string[]; others: string[] } {
  const addresses = { growing: [] as string[], others: [] as string[] }
  for (const { method, url, config } of app.declaredRoutes) {
    if (![method].flat().includes('GET') || !config?.permission || !('key' in config.permission))
      continue
    const path =
      url.replaceAll(/:\w+/g, () => newId()) + (url.endsWith('/search') ? '?q=kavya' : '')
    addresses[config.reads ? 'growing' : 'others'].push(path)
  }
  return addresses
}

test('every route that declares to read what grows with the data waits for a slot, and no other does', async () => {
  const { scope, key } = await setUp()
  const { workspaceId } = scope
  const { growing, others } = listAddresses()
  assert.ok(growing.length >= 20 && others.length >= 20)
  const ended = Promise.withResolvers<void>()
  const kinds = [...Array<'list'>(4).fill('list'), ...Array<'page'>(32).fill('page')]
  const held = kinds.map((kind) =>
    context.readSlots.run({ workspaceId, kind }, () => ended.promise),
  )
  const early = new Set<string>()
  const headers = { authorization: `Bearer ${key}` }
  const reads = growing.map(async (url) => {
    const { statusCode } = await app.inject({ url, headers })
    early.add(url)
    return { url, statusCode }
  })
  for (const url of others) {
    if (url.endsWith('/stream')) continue
    const { statusCode } = await app.inject({ url, headers })
    assert.ok(statusCode < 500, `${url}: ${statusCode}`)
  }
  assert.deepEqual([...early], [])
  ended.resolve()
  await Promise.all(held)
  for (const { url, statusCode } of await Promise.all(reads))
    assert.ok(statusCode < 500, `${url}: ${statusCode}`)
})

test('a read inside a transaction waits for no slot', async () => {
  const { growingRead } = await import('./growing-read.ts')
  const { scope } = await setUp()
  const { workspaceId } = scope
  const ended = Promise.withResolvers<void>()
  const held = Array.from({ length: 4 }, () =>
    context.readSlots.run({ workspaceId, kind: 'list' }, () => ended.promise),
  )
  await db.transaction().execute(async (tx) => {
    const { rows } = await growingRead({ ...scope, db: tx }, 'report', (reader) =>
      sql`select 1 as one`.execute(reader.db),
    )
    assert.deepEqual(rows, [{ one: 1 }])
  })
  ended.resolve()
  await Promise.all(held)
})
