import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createClient } from './client.ts'

/** The silence that the tests choose, so that its timers can be told from others. No test lasts as long. */
const SILENCE_MS = 7_777_777

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

/**
 * Replaces the timers of a stream's silence. `pass` ends the silence in progress, as if its time were over, and fails if there is none;
 * `begun` resolves once `count` silences have begun.
 */
function controlSilence(t: TestContext) {
  const { setTimeout: set, clearTimeout: clear } = globalThis
  const silences: { timer: NodeJS.Timeout; end: () => void; isCleared: boolean }[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number, ...rest: unknown[]) => {
    const timer = (set as unknown as (...args: unknown[]) => NodeJS.Timeout)(run, ms, ...rest)
    if (ms !== SILENCE_MS) return timer
    silences.push({ timer, end: run, isCleared: false })
    for (const each of waiting) if (silences.length >= each.count) each.resolve()
    return timer
  })
  t.mock.method(globalThis, 'clearTimeout', (timer: NodeJS.Timeout) => {
    for (const each of silences) each.isCleared ||= each.timer === timer
    clear(timer)
  })
  return {
    begun: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve })
        if (silences.length >= count) resolve()
      }),
    pass() {
      const open = silences.filter((each) => !each.isCleared)
      assert.equal(open.length, 1)
      clear(open[0]!.timer)
      open[0]!.end()
    },
  }
}

test(
  'a stream that falls silent ends, so that the widget connects again',
  { timeout: 60_000 },
  async (t) => {
    const silence = controlSilence(t)
    const client = createClient(await serve(() => undefined), 'wc_1', SILENCE_MS)
    const events: string[] = []
    const begun = Promise.withResolvers<void>()
    const streaming = client.stream('t', 'c0', new AbortController().signal, (event) => {
      events.push(event)
      begun.resolve()
    })
    await begun.promise
    silence.pass()
    await streaming
    assert.deepEqual(events, ['cursor'])
  },
)

test('a server that does not answer counts as silent', { timeout: 60_000 }, async (t) => {
  const silence = controlSilence(t)
  const asked = Promise.withResolvers<void>()
  const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient(url, 'wc_1', SILENCE_MS)
  const streaming = client.stream('t', 'c0', new AbortController().signal, () => undefined)
  await asked.promise
  silence.pass()
  await assert.rejects(streaming, { status: 0 })
})

test(
  'a stream without messages stays open as long as the server writes',
  { timeout: 60_000 },
  async (t) => {
    const silence = controlSilence(t)
    const answer = Promise.withResolvers<ServerResponse>()
    const url = await serve(answer.resolve)
    const events: string[] = []
    const client = createClient(url, 'wc_1', SILENCE_MS)
    const streaming = client.stream('t', 'c0', new AbortController().signal, (event) =>
      events.push(event),
    )
    const response = await answer.promise
    // One silence begins with the request, and one with the first event.
    await silence.begun(2)
    for (let count = 3; count < 11; count++) {
      response.write(':\n\n')
      await silence.begun(count)
    }
    response.end('event: message\ndata: {}\n\n')
    await streaming
    assert.deepEqual(events, ['cursor', 'message'])
  },
)

test('a stream that is ended before it began sends no request', { timeout: 60_000 }, async () => {
  const client = createClient(await serve(() => assert.fail('a request')), 'wc_1')
  await assert.rejects(client.stream('t', 'c0', AbortSignal.abort(), () => undefined))
})
