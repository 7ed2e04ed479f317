import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testPhone } from '../factories.ts'
import { nodeCommand, startProgram, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { verifyDelivery } from '../verify-delivery.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const product = await startProduct()
const { api, env, key } = product

const WRITERS = 8
const CONTACTS_EACH = 25

/** Makes a contact as a patient client does: with an idempotency key, until it is answered. */
async function createPatiently(name: string): Promise<string> {
  const body = { name, phone_e164: testPhone() }
  const headers = { 'idempotency-key': name }
  const { body: contact } = await waitFor(
    async () => {
      const answer = await api('POST /api/v1/contacts', { body, headers }).catch(() => undefined)
      assert.ok(!answer || ![400, 401, 403, 422].includes(answer.status), String(answer?.text))
      return answer?.status === 201 ? answer : undefined
    },
    { timeoutMs: 60_000, what: `the contact ${name}` },
  )
  return contact.id as string
}

async function readFeed(): Promise<{ id: string; type: string; data: { id: string } }[]> {
  const { body } = await api('GET /api/v1/events?limit=100')
  const events = [...body.data]
  for (let page = body; page.has_more; events.push(...page.data))
    page = (await api(`GET /api/v1/events?limit=100&after=${page.next_cursor}`)).body
  return events
}

test('listen brings every event once and in order to a laptop, through a server that is killed and one that stops', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const listening = startProgram(
    nodeCommand('server/main.ts', 'listen', '--forward-to', `${receiver.url}/hook`),
    { PARLEY_API_KEY: key, PARLEY_URL: env['PUBLIC_URL'] ?? `http://localhost:${env['PORT']}` },
  )
  await waitFor(() => /^Listening to /m.test(listening.stdout()))

  let made = 0
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const ids: string[] = []
      for (let number = 0; number < CONTACTS_EACH; number++) {
        ids.push(await createPatiently(`visitor-${writer}-${number}`))
        made++
      }
      return ids
    }),
  )
  const all = WRITERS * CONTACTS_EACH
  let server: Program = product.server
  after(() => server.end())
  for (const [signal, share] of [
    ['SIGKILL', 0.3],
    ['SIGTERM', 0.6],
  ] as const) {
    await waitFor(() => made >= all * share, { timeoutMs: 60_000 })
    await server.end(signal)
    server = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
  }
  const ids = (await writing).flat()

  const feed = await readFeed()
  const requests = await receiver.waitFor(feed.length, 60_000)
  assert.deepEqual(
    requests.map(({ headers }) => headers['webhook-id']),
    feed.map((event) => event.id),
  )
  const created = feed.filter(({ type }) => type === 'contact.created')
  assert.deepEqual(created.map(({ data }) => data.id).toSorted(), ids.toSorted())
  const secret = /whsec_\w+/.exec(listening.stdout())![0]
  for (const request of requests) verifyDelivery(request, secret)
  assert.match(listening.stdout(), /^Not connected: /m)
  assert.match(listening.stdout(), /^Connected again to /m)
  await waitFor(() => listening.stdout().includes(feed.at(-1)!.id))
  assert.equal((await listening.end('SIGINT')).code, 0)
  assert.match(
    listening.stdout(),
    new RegExp(`^Stopped after ${feed.length} events: ${feed.length} accepted, 0 failed`, 'm'),
  )
})
