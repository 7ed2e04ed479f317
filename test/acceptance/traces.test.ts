import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { openTestStream } from '../event-streams.ts'
import { testPhone } from '../factories.ts'
import { textPayload } from '../outside.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { openBrowser } from '../web/browser.ts'
import { findChat, message as messageOf, write } from '../web/inbox-page.ts'
import { startOtlpReceiver } from './otlp-receiver.ts'
import type { ReceivedSpan } from './otlp-receiver.ts'
import { startProduct } from './product.ts'

const otlp = await startOtlpReceiver()
after(() => otlp.close())
// Each part is a process of its own, so that the trace leads through the database.
const parts = ['api', 'ingest', 'worker']
const product = await startProduct(async (url) => {
  return {
    DATABASE_URL: url,
    OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop%20one',
    ACCESS_LOG: 'true',
    LOG_LEVEL: 'info',
  }
}, parts)
const { api, postSigned, phoneNumberId, env } = product

/** The trace of a customer's message, from the webhook of the platform to the answer of the receiver. */
const STEPS = [
  'POST /webhook/:platform',
  'batch store_payloads',
  'process whatsapp',
  'stream message.received',
  'deliver message.received',
  'POST /api/v1/messages/send',
  'batch write_sends',
  'send whatsapp',
  'batch record_sends',
  'deliver message.sent',
  'deliver message.status_changed',
]

/** The same for an answer in the inbox, which is stored alone because it depends on what its author has seen. */
const REPLY_STEPS = STEPS.filter((step) => step !== 'batch write_sends').map((step) =>
  step === 'POST /api/v1/messages/send' ? 'POST /api/app/replies' : step,
)

/** An agent's program: answers every received message once, and passes on the trace and the id of the request. */
async function startAgent(answer: string) {
  const agent = await startReceiver((request, response) => {
    const { type, data } = JSON.parse(request.body.toString())
    if (type !== 'message.received') return void response.end()
    const headers = {
      traceparent: String(request.headers['traceparent']),
      'x-request-id': String(request.headers['x-request-id']),
    }
    const body = { conversation_id: data.conversation_id, message: answer }
    api('POST /api/v1/messages/send', { body, headers }).then(
      ({ status }) => response.writeHead(status === 201 ? 200 : 500).end(),
      () => response.writeHead(500).end(),
    )
  })
  after(() => agent.close())
  return agent
}

/** Waits for a trace with every step, and fails with the steps that are missing in the longest one. Leaves out the trace `known`. */
async function findTrace(steps = STEPS, known?: string): Promise<ReceivedSpan[]> {
  let missing = steps
  const find = () => {
    for (const [traceId, spans] of Map.groupBy(otlp.spans(), (span) => span.traceId)) {
      if (traceId === known) continue
      const names = new Set(spans.map(({ name }) => name))
      const left = steps.filter((step) => !names.has(step))
      if (left.length === 0) return spans
      if (left.length < missing.length) missing = left
    }
    return undefined
  }
  return waitFor(find, { what: 'the whole trace' }).catch((cause: unknown) => {
    throw new Error(`The trace has no ${missing.join(', ')}.`, { cause })
  })
}

test("one trace leads from a customer's message over the agent's answer to the receiver's 200", async () => {
  const agent = await startAgent('Until nine.')
  const created = await api('POST /api/v1/webhooks', {
    body: {
      url: `${agent.url}/hook?token=secret`,
      events: ['message.received', 'message.sent', 'message.status_changed'],
    },
  })
  assert.equal(created.status, 201, created.text)
  const stream = await openTestStream(`http://127.0.0.1:${env['PORT']}`, product.key)
  const phone = testPhone()
  const message = { id: `wamid.${phone}`, from: phone.slice(1), name: 'Kavya', text: 'Open?' }
  const brought = await postSigned(textPayload(phoneNumberId, [message]))
  assert.equal(brought.status, 200)
  const requestId = String(brought.headers['x-request-id'])

  const spans = await findTrace()
  const { find, pathOf } = readTree(spans)
  assert.deepEqual(pathOf(find('deliver message.sent')), [
    'POST /webhook/:platform',
    'process whatsapp',
    'deliver message.received',
    'POST /api/v1/messages/send',
    'deliver message.sent',
  ])
  assert.deepEqual(pathOf(find('stream message.received')).slice(0, 2), [
    'POST /webhook/:platform',
    'process whatsapp',
  ])
  assert.deepEqual(pathOf(find('deliver message.status_changed')).slice(-3), [
    'POST /api/v1/messages/send',
    'send whatsapp',
    'deliver message.status_changed',
  ])
  const [root] = spans.filter(({ parentSpanId }) => parentSpanId === undefined)
  assert.equal(root!.kind, 'server')
  assert.equal(root!.attributes['http.response.status_code'], 200)
  for (const name of STEPS) assert.equal(find(name).isError, false, name)
  for (const span of spans) assert.ok(span.endMs >= span.startMs, span.name)
  // The agent's program passed on the id, so that every step has the one of the first request.
  const ids = spans.flatMap(({ attributes }) => attributes['parley.request_id'] ?? [])
  assert.deepEqual(new Set(ids), new Set([requestId]))
  assert.deepEqual(new Set(spans.map((span) => span.parts)), new Set(parts))
  const sent = find('deliver message.sent')
  assert.equal(sent.attributes['http.response.status_code'], 200)
  assert.equal(sent.attributes['server.address'], '127.0.0.1')
  assert.doesNotMatch(JSON.stringify(spans), /secret|Kavya|Until nine|\d{10,}\b.*wa_id/)
  // A worker claims and releases lanes for everybody, whatever made it poll.
  assert.ok(!spans.some(({ name }) => name === 'batch release_lanes'))
  // The turn of the lane is a trace of its own, because it works for many.
  const turns = otlp.spans().filter(({ name }) => name === 'turn webhook')
  assert.ok(turns.some(({ links }) => links.includes(root!.traceId)))
  assert.ok(sent.links.every((traceId) => turns.some((turn) => turn.traceId === traceId)))

  const caught = agent.requests.find(({ headers }) => headers['x-service-event'] === 'message.sent')
  assert.equal(caught!.headers['traceparent'], `00-${root!.traceId}-${sent.spanId}-01`)
  assert.equal(caught!.headers['x-request-id'], requestId)
  assert.ok(stream.frames.some(({ event }) => event === 'message.received'))
  stream.close()
  assert.equal(otlp.requests()[0]!.headers['x-tenant'], 'shop one')
  // The access log is that of the API's process: the request of the agent's program has the id of the webhook's.
  const lines = product.server.stderr().split('\n')
  const line = lines.find((each) => each.includes('"/api/v1/messages/send"'))
  const { request_id, trace_id } = JSON.parse(line!) as Record<string, string>
  assert.deepEqual([request_id, trace_id], [requestId, root!.traceId])
  await api(`DELETE /api/v1/webhooks/${created.body.id}`)
})

test('an agent who answers in the inbox continues the trace of the message, and a page cannot choose another', async () => {
  const known = otlp.spans().find(({ name }) => name === 'deliver message.sent')?.traceId
  const receiver = await startReceiver()
  after(() => receiver.close())
  const events = ['message.received', 'message.sent', 'message.status_changed']
  await api('POST /api/v1/webhooks', { body: { url: receiver.url, events } })
  const { open } = await openBrowser(`http://localhost:${env['PORT']}`)
  const phone = testPhone().slice(1)
  const first = { id: `wamid.${phone}`, from: phone, name: 'Kavya', text: 'Good evening' }
  await postSigned(textPayload(phoneNumberId, [first]))
  const chat = await findChat(product, phone)
  const path = `/inbox/${chat.id}?view=all`
  const { page } = await open(path, { cookie: product.cookies.agent })
  await messageOf(page, 'Good evening').waitFor()
  await postSigned(textPayload(phoneNumberId, [{ ...first, id: `wamid.${phone}-2`, text: 'Open' }]))
  await messageOf(page, 'Open').waitFor()
  const foreign = 'ab'.repeat(16)
  await page.setExtraHTTPHeaders({ traceparent: `00-${foreign}-${'cd'.repeat(8)}-01` })
  await write(page, 'Until nine.')

  const spans = await findTrace(REPLY_STEPS, known)
  const file = process.env['WRITE_TRACE']
  if (file) writeFileSync(file, `${JSON.stringify(toKept(spans), undefined, 2)}\n`)
  const { find, pathOf } = readTree(spans)
  assert.deepEqual(pathOf(find('deliver message.sent')), [
    'POST /webhook/:platform',
    'process whatsapp',
    'POST /api/app/replies',
    'deliver message.sent',
  ])
  assert.equal(spans.filter(({ name }) => name === 'process whatsapp').length, 1)
  const send = find('POST /api/app/replies')
  assert.equal(send.attributes['http.response.status_code'], 201)
  assert.ok(send.startMs > find('process whatsapp').startMs && send.endMs >= send.startMs)
  assert.equal(find('deliver message.sent').attributes['http.response.status_code'], 200)
  assert.ok(otlp.spans().every(({ traceId }) => traceId !== foreign))
  // A request that is refused before its body is read has a span, too.
  const refused = await fetch(`http://127.0.0.1:${env['PORT']}/api/v1/messages/send`, {
    method: 'POST',
    headers: { cookie: 'parley_session=unknown', 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(refused.status, 401)
  await waitFor(() =>
    otlp
      .spans()
      .some(
        ({ name, attributes }) =>
          name === 'POST /api/v1/messages/send' && attributes['http.response.status_code'] === 401,
      ),
  )
})

test("a caller's decision not to record a trace is passed on, and nothing of it is exported", async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  await api('POST /api/v1/webhooks', { body: { url: receiver.url, events: ['contact.created'] } })
  const traceId = 'ab'.repeat(16)
  const made = await api('POST /api/v1/contacts', {
    body: { name: 'Noor' },
    headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-00` },
  })
  assert.equal(made.status, 201, made.text)
  const [request] = await receiver.waitFor(1)
  assert.match(
    String(request!.headers['traceparent']),
    new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`),
  )
  // A later request that is recorded shows that the earlier one was exported if it ever is.
  const later = 'ef'.repeat(16)
  await api('POST /api/v1/contacts', {
    body: { name: 'Omar' },
    headers: { traceparent: `00-${later}-${'cd'.repeat(8)}-01` },
  })
  await waitFor(() =>
    otlp.spans().some((span) => span.traceId === later && span.name.startsWith('deliver')),
  )
  assert.ok(otlp.spans().every((span) => span.traceId !== traceId))
})

test('a receiver of traces that hangs fails no request and keeps no process from stopping', async () => {
  otlp.hang()
  const before = otlp.requests().length
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      api('POST /api/v1/contacts', { body: { name: `Contact ${index}` } }),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  await waitFor(() => otlp.requests().length > before)
  assert.deepEqual(await product.server.end(), { code: 0, signal: null })
})

/** Returns how spans of a trace are found by their name, and the names from the root to a span. */
function readTree(spans: ReceivedSpan[]) {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const find = (name: string) => spans.find((span) => span.name === name)!
  const pathOf = (span: ReceivedSpan | undefined): string[] =>
    span ? [...pathOf(byId.get(span.parentSpanId ?? '')), span.name] : []
  return { find, pathOf }
}

/** Returns a trace as the documents keep it: in the order of its spans, with times in ms since its begin. */
function toKept(spans: ReceivedSpan[]) {
  const begin = Math.min(...spans.map(({ startMs }) => startMs))
  const round = (ms: number) => Math.round((ms - begin) * 100) / 100
  return spans
    .toSorted((a, b) => a.startMs - b.startMs)
    .map(({ startMs, endMs, ...span }) => ({
      ...span,
      startMs: round(startMs),
      endMs: round(endMs),
    }))
}
