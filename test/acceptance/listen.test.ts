import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testPhone } from '../factories.ts'
import { nodeCommand, runCommand, startProgram, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import { verifyDelivery } from '../verify-delivery.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const product = await startProduct()
const { admin, api, env, key } = product

const WRITERS = 8
const CONTACTS_EACH = 25

/** Creates a contact with an idempotency key, retrying until it is answered. */
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

test('events resend sends an event to the endpoints again, or to one of them', async () => {
  const remote = { PARLEY_API_KEY: key, PARLEY_URL: `http://localhost:${env['PORT']}` }
  const receiver = await startReceiver()
  after(() => receiver.close())
  const ids: string[] = []
  for (const name of ['one', 'two']) {
    const body = { url: `${receiver.url}/${name}`, events: ['contact.created'] }
    const { body: endpoint } = await admin('POST /api/developer/webhooks', { body })
    ids.push(endpoint.id)
  }
  await createPatiently('resent')
  const [first] = await receiver.waitFor(2)
  const eventId = first!.headers['webhook-id'] as string
  const all = await runCommand(['events', 'resend', eventId], remote)
  assert.equal(all.code, 0, all.stderr)
  for (const id of ids) assert.ok(all.stdout.includes(id))
  await receiver.waitFor(4)
  const args = ['events', 'resend', eventId, '--endpoint', ids[1]!, '--json']
  const one = await runCommand(args, remote)
  assert.deepEqual(
    JSON.parse(one.stdout).deliveries.map((each: { endpoint_id: string }) => each.endpoint_id),
    [ids[1]],
  )
  const requests = await receiver.waitFor(5)
  assert.deepEqual(requests.map(({ path }) => path).toSorted(), [
    '/one',
    '/one',
    '/two',
    '/two',
    '/two',
  ])
  assert.ok(requests.every(({ headers }) => headers['webhook-id'] === eventId))
  const none = await runCommand(['events', 'resend', ids[0]!], remote)
  assert.deepEqual([none.code, none.stdout], [1, ''])
  assert.match(none.stderr, /^404 event_not_found: .*\n$/)
  for (const id of ids) await admin(`DELETE /api/developer/webhooks/${id}`)
  const nowhere = await runCommand(['events', 'resend', eventId], remote)
  assert.equal(nowhere.code, 0)
  assert.match(nowhere.stdout, /^The event was not sent: no enabled endpoint/)
})

test('listen brings every event once and in order to a laptop, through a server that is killed and one that stops', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const listening = startProgram(
    nodeCommand('server/main.ts', 'listen', '--forward-to', `${receiver.url}/hook`),
    { PARLEY_API_KEY: key, PARLEY_URL: `http://localhost:${env['PORT']}` },
  )
  await waitFor(() => /^Listening to /m.test(listening.stdout()))
  const earlier = (await readFeed()).length

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

  const feed = (await readFeed()).slice(earlier)
  const requests = await receiver.waitFor(feed.length)
  assert.deepEqual(
    requests.map(({ headers }) => headers['webhook-id']),
    feed.map((event) => event.id),
  )
  const created = feed.filter(({ type }) => type === 'contact.created')
  assert.deepEqual(created.map(({ data }) => data.id).toSorted(), ids.toSorted())
  const secret = /whsec_\w+/.exec(listening.stdout())![0]
  for (const request of requests) verifyDelivery(request, secret)
  assert.match(listening.stdout(), /^Not connected: /m)
  assert.match(listening.stdout(), /^Reconnected to /m)
  await waitFor(() => listening.stdout().includes(feed.at(-1)!.id))
  assert.equal((await listening.end('SIGINT')).code, 0)
  assert.match(
    listening.stdout(),
    new RegExp(`^Stopped after ${feed.length} events: ${feed.length} accepted, 0 failed`, 'm'),
  )
})
