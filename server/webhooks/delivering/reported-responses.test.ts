import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, emit, startDeliveries, triedDelivery } from '#test/deliveries.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url)

/** A response in the shape of a public bug report, and what follows from it: the seconds to the next attempt, or none. */
type Reported = {
  response: string
  write: (response: ServerResponse) => void
  next: [min: number, max: number] | null
  text?: string
}

/** Writes the bytes of a response, and ends the connection. */
const raw = (text: string) => (response: ServerResponse) => void response.socket?.end(text)
const RESPONSES: Reported[] = [
  {
    response: 'a 429 with a date',
    write: (response) => {
      const date = new Date(Date.now() + 40_000).toUTCString()
      response.writeHead(429, { 'retry-after': date }).end()
    },
    next: [38, 600],
  },
  {
    response: 'a 429 with a huge time',
    write: (response) => void response.writeHead(429, { 'retry-after': '9999999999' }).end(),
    next: [86_000, 90_000],
  },
  {
    response: 'a 503 with a negative time',
    write: (response) => void response.writeHead(503, { 'retry-after': '-5' }).end(),
    next: [3, 600],
  },
  {
    response: 'hints before a 200',
    write: raw(
      'HTTP/1.1 103 Early Hints\r\nLink: </y>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    ),
    next: null,
    text: 'ok',
  },
  {
    response: 'a compressed 500',
    write: (response) =>
      void response.writeHead(500, { 'content-encoding': 'gzip' }).end(gzipSync('queue is full')),
    next: [3, 600],
    text: 'queue is full',
  },
  {
    response: 'a body that is too short',
    write: raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'),
    next: [3, 600],
  },
  { response: 'a 304', write: (response) => void response.writeHead(304).end(), next: [3, 600] },
  { response: 'a 299', write: (response) => void response.writeHead(299).end(), next: null },
  { response: 'a 204', write: (response) => void response.writeHead(204).end(), next: null },
  {
    response: 'a 200 in chunks',
    write: (response) => {
      response.write('o')
      response.end('k')
    },
    next: null,
    text: 'ok',
  },
]

for (const { response: name, write, next, text } of RESPONSES)
  test(`${name} is one attempt, and decides alone when the next one follows`, async () => {
    const { receiver, scope } = await createTestEndpoint(context, (_request, response) =>
      write(response),
    )
    await emit(scope, [1])
    const delivery = await triedDelivery(scope, 1)
    assert.equal(receiver.requests.length, 1)
    const [attempt] = delivery.attempts
    const after = (delivery.next_attempt_at?.getTime() ?? 0) - attempt!.started_at.getTime()
    if (next === null)
      assert.deepEqual([delivery.status, delivery.next_attempt_at], ['succeeded', null])
    else assert.ok(after >= next[0] * 1000 && after <= next[1] * 1000, String(after))
    if (text !== undefined) assert.equal(attempt!.response_body, text)
  })
