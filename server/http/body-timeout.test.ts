import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { listen } from './listen.ts'

const TIMEOUT_MS = 800
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

/** Posts `body` piece by piece, with pauses before each but the first, and returns the whole response. */
async function post(path: string, pieces: string[], pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const ended = once(socket, 'end')
  const answer = buffer(socket)
  const length = pieces.join('').length
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`,
  )
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await Promise.race([delay(pauseMs, undefined, { ref: false }), ended])
    if (!socket.writable) break
    socket.write(piece)
  }
  return (await answer).toString()
}

test('a slow body is accepted by a route for files, and rejected by others', async () => {
  const pieces = ['[', ...Array.from({ length: 10 }, () => '1,'), '1]']
  const [slow, quick] = await Promise.all([
    post('/slow', pieces, TIMEOUT_MS / 8),
    post('/quick', pieces, TIMEOUT_MS / 8),
  ])
  assert.match(slow, /^HTTP\/1.1 200 /)
  assert.match(slow, /"got":\[1,1,1/)
  assert.match(quick, /^HTTP\/1.1 408 /)
  assert.match(quick, /"code":"request_timeout"/)
})

test('a body that makes no progress is rejected everywhere', async () => {
  const answers = await Promise.all(
    ['/slow', '/quick'].map((path) => post(path, ['[', '1]'], TIMEOUT_MS * 10)),
  )
  for (const answer of answers) assert.match(answer, /^HTTP\/1.1 408 /)
})
