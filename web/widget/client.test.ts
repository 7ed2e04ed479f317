import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createClient } from './client.ts'

/** Serves streams that begin with one event and then do what `go` does. */
async function serve(go: (answer: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write('event: cursor\ndata: {"cursor":"c1"}\n\n')
    go(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test(
  'a stream that falls silent ends, so that the widget connects again',
  { timeout: 10_000 },
  async () => {
    const client = createClient(await serve(() => undefined), 'wc_1', 50)
    const events: string[] = []
    await client.stream('t', 'c0', new AbortController().signal, (event) => events.push(event))
    assert.deepEqual(events, ['cursor'])
  },
)

test(
  'a stream without messages stays open as long as the server writes',
  { timeout: 10_000 },
  async () => {
    const url = await serve((answer) => {
      let left = 8
      const beat = setInterval(() => {
        if (left-- > 0) return void answer.write(':\n\n')
        clearInterval(beat)
        answer.end('event: message\ndata: {}\n\n')
      }, 100)
    })
    const events: string[] = []
    const client = createClient(url, 'wc_1', 500)
    await client.stream('t', 'c0', new AbortController().signal, (event) => events.push(event))
    assert.deepEqual(events, ['cursor', 'message'])
  },
)

test('a stream that is ended before it began sends no request', { timeout: 10_000 }, async () => {
  const client = createClient(await serve(() => assert.fail('a request')), 'wc_1')
  await assert.rejects(client.stream('t', 'c0', AbortSignal.abort(), () => undefined))
})
