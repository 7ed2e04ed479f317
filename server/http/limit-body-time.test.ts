import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, mock, test } from 'node:test'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { listen } from './listen.ts'

const TIMEOUT_MS = 60_000
const app = createApp({
  log: pino({ level: 'silent' }),
  bodyBytesMax: 1000,
  bodyTimeoutMs: TIMEOUT_MS,
})
for (const [url, slowBody] of [
  ['/quick', false],
  ['/slow', true],
] as const)
  app.post(url, { config: { permission: { open: 'a test' }, slowBody } }, async (request) => ({
    got: request.body,
  }))
const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
after(close)
mock.timers.enable({ apis: ['setTimeout'] })

/** Starts a request whose body has `length` bytes. `send` writes a piece, and `read` waits until the server has read all pieces. */
async function open(path: string, length: number) {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1')
  const [socket] = await accepted
  const answer = buffer(client)
  let sent = 0
  const send = (text: string) => {
    sent += text.length
    client.write(text)
  }
  const read = () => until(() => socket.bytesRead === sent || socket.destroyed)
  const head = ['Host: a', 'Content-Type: application/json', `Content-Length: ${length}`]
  send(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nConnection: close\r\n\r\n`)
  await read()
  return { socket, send, read, answered: answer.then(String) }
}

/** Posts `pieces`, each after `pauses` of half the time limit, and returns the whole response. */
async function post(path: string, pieces: string[], pauses: number): Promise<string> {
  const { socket, send, read, answered } = await open(path, pieces.join('').length)
  for (const piece of pieces) {
    for (let count = 0; count < pauses; count++) {
      mock.timers.tick(TIMEOUT_MS / 2)
      await turn()
    }
    if (socket.destroyed) break
    send(piece)
    await read()
  }
  return answered
}

/** Waits until `condition` holds, without the timers that the test controls. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}

async function turn(): Promise<void> {
  await new Promise((done) => setImmediate(done))
}

test('a slow body is accepted by a route for files, and rejected by others', async () => {
  const pieces = ['[', ...Array.from({ length: 10 }, () => '1,'), '1]']
  const slow = await post('/slow', pieces, 1)
  assert.match(slow, /^HTTP\/1.1 200 /)
  assert.match(slow, /"got":\[1,1,1/)
  const quick = await post('/quick', pieces, 1)
  assert.match(quick, /^HTTP\/1.1 408 /)
  assert.match(quick, /"code":"request_timeout"/)
})

test('a body that makes no progress is rejected everywhere', async () => {
  for (const path of ['/slow', '/quick'])
    assert.match(await post(path, ['[', '1]'], 4), /^HTTP\/1.1 408 /)
})

test('a body that arrived while the process stood still is accepted', async () => {
  for (const path of ['/slow', '/quick']) {
    const { send, answered } = await open(path, 3)
    send('[1]')
    mock.timers.tick(2 * TIMEOUT_MS)
    assert.match(await answered, /^HTTP\/1.1 200 /)
  }
})
