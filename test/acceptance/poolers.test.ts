import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { ProgramEnv } from '../processes.ts'
import { runCommand } from '../processes.ts'
import { textPayload } from '../outside.ts'
import { startReceiver } from '../receiver.ts'
import { testPhone } from '../factories.ts'
import { MISSING } from '../require-programs.ts'
import { waitFor } from '../wait-for.ts'
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'
import { startRecordingProxy } from './record-postgres.ts'

/** Parameters of a connection that every PgBouncer accepts. Source: its documentation, "ignore_startup_parameters". */
const ACCEPTED = ['user', 'database', 'application_name', 'client_encoding']

const EVENTS = ['message.received', 'message.sent', 'contact.created']

/** Statements that change a session or rely on it, which may be another one in the next transaction. */
const OF_SESSION =
  /^\s*(set\s+(?!local\b|transaction\b|constraints\b)|reset|listen|unlisten|prepare|execute|deallocate|discard|load)\b|\bpg_(try_)?advisory_(lock|unlock)(_shared|_all)?\s*\(|\bset_config\([^()]*,\s*false\s*\)|\bcreate\s+(local\s+)?temp|\bwith\s+hold\b/i

/** Signs in, receives, sends and delivers, with so many requests at a time that they share the pooler's connections. */
async function useProduct({ api, admin, postSigned, phoneNumberId }: Product): Promise<void> {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const endpoint = await admin('POST /api/developer/webhooks', {
    body: { url: receiver.url, events: EVENTS },
  })
  assert.equal(endpoint.status, 201, endpoint.text)
  const phones = Array.from({ length: 8 }, () => testPhone())
  const arriving = phones.map((phone) =>
    postSigned(
      textPayload(phoneNumberId, [
        { id: `wamid.${phone}`, from: phone.slice(1), name: 'Zoë', text: 'Hello' },
      ]),
    ),
  )
  for (const { status } of await Promise.all(arriving)) assert.equal(status, 200)
  const chats: { id: string }[] = await waitFor(async () => {
    const { body } = await api('GET /api/v1/chats?limit=100')
    return body.data.length === phones.length && body.data
  })
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      index % 4 === 0
        ? api('POST /api/v1/contacts', { body: { name: 'A', phone: testPhone() } })
        : api('POST /api/v1/messages/send', {
            body: { conversation_id: chats[index % chats.length]!.id, message: `Number ${index}` },
          }),
    ),
  )
  for (const { status, text } of answers) assert.equal(status, 201, text)
  const expected = new Set<string>()
  for (let after = '', hasMore = true; hasMore;) {
    const { body } = await api(`GET /api/v1/events?limit=100${after}`)
    for (const { id, type } of body.data) if (EVENTS.includes(type)) expected.add(id)
    hasMore = body.has_more
    after = `&after=${body.next_cursor}`
  }
  assert.ok(expected.size >= phones.length + answers.length)
  await waitFor(
    () =>
      expected.isSubsetOf(
        new Set(receiver.requests.map(({ headers }) => String(headers['webhook-id']))),
      ),
    { timeoutMs: 60_000, what: 'every event at the endpoint' },
  )
}

test('through a pooler nothing is set for a session, and no statement has a name', async () => {
  const proxies: Awaited<ReturnType<typeof startRecordingProxy>>[] = []
  const product = await startProduct(async (url) => {
    const proxy = await startRecordingProxy(new URL(url))
    proxies.push(proxy)
    return { DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: url }
  })
  const [proxy] = proxies as [(typeof proxies)[number]]
  after(() => proxy.close())
  await useProduct(product)
  const doctor = await runCommand(['doctor'], product.env)
  assert.match(doctor.stdout, /ok\s+pooler\s+statement_timeout is not set/)
  assert.ok(proxy.statements.length > 100, 'nothing was recorded')
  assert.deepEqual(
    [...proxy.parameters].filter((name) => !ACCEPTED.includes(name)),
    [],
  )
  assert.deepEqual(
    proxy.statements.filter(({ name, text }) => name !== '' || OF_SESSION.test(text)),
    [],
  )
})

test('statements of a session are recognized', () => {
  for (const text of [
    'listen parley_lanes',
    'set statement_timeout = 1',
    'select pg_advisory_lock(1)',
    `select set_config('a', 'b', false)`,
    'create temp table a (b int)',
  ])
    assert.match(text, OF_SESSION)
  for (const text of [
    'set local lock_timeout = 1',
    'select pg_advisory_xact_lock(1)',
    `select set_config('a', 'b', true)`,
    'update a set b = 1',
    'set transaction read only',
  ])
    assert.doesNotMatch(text, OF_SESSION)
})

test('everything works through PgBouncer in transaction mode', async (t) => {
  await withPgBouncer(t, async (through) => {
    await useProduct(await startProduct(through))
  })
})

test('named statements work through a PgBouncer that supports them', async (t) => {
  await withPgBouncer(
    t,
    async (through) => {
      await useProduct(await startProduct(through))
    },
    { needsPrepared: true },
  )
})

test('a pooler without DATABASE_DIRECT_URL is refused at the start, and the message says what to set', async (t) => {
  await withPgBouncer(t, async (through) => {
    const { env, server } = await startProduct(through)
    await server.end()
    const { DATABASE_DIRECT_URL: _, ...wrong } = env
    const { code, stderr } = await runCommand(['start', '--only', 'worker'], wrong)
    assert.equal(code, 1)
    assert.match(stderr, /it is a pooler; set DATABASE_DIRECT_URL/)
  })
})

/** Runs a test with the settings that lead through PgBouncer, or skips it where that is not installed. */
async function withPgBouncer(
  t: TestContext,
  run: (through: (url: string) => Promise<ProgramEnv>) => Promise<void>,
  { needsPrepared = false } = {},
): Promise<void> {
  const installed = findPgBouncer()
  if (!installed) return t.skip(`${MISSING} pgbouncer`)
  if (needsPrepared && !installed.prepares)
    return t.skip(`PgBouncer ${installed.version} supports no named statements`)
  await run(async (url) => {
    const pooler = await startPgBouncer(installed, url)
    after(() => pooler.close())
    return {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: url,
      ...(needsPrepared && { DATABASE_PREPARED: 'true' }),
    }
  })
}
