import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { listen } from './listen.ts'

const GET = 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'

/** Starts a server whose requests are answered once `answer` was called, and are reported by `begun`. */
async function start() {
  let isStopping = false
  const app = createApp({
    log: pino({ level: 'silent' }),
    bodyBytesMax: 1000,
    isStopping: () => isStopping,
  })
  const begun = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  app.get('/slow', { config: { permission: { open: 'a test' } } }, async () => {
    begun.resolve()
    await answer.promise
    return { ok: true }
  })
  const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
  const stop = () => void (isStopping = true)
  return { port, close, stop, begun: begun.promise, answer: () => answer.resolve() }
}

/** Reads the answer of a connection that stays open. */
async function readAnswer(socket: Socket): Promise<string> {
  let read = ''
  while (!read.includes('{"ok":true}')) read += String((await once(socket, 'data'))[0])
  return read
}

test('a request that has arrived on an idle connection is answered when the server closes', async () => {
  const { port, close, stop, answer } = await start()
  answer()
  const socket = connect(port, '127.0.0.1')
  socket.write(GET)
  await readAnswer(socket)
  // The kernel has the bytes when `write` returns, and the server reads them only later.
  socket.write(GET)
  stop()
  const closed = close()
  assert.match(await text(socket), /^HTTP\/1.1 200 [^]*connection: close/i)
  await closed
})

test('a connection that waits to be accepted is answered when the server closes', async () => {
  const { port, close, stop, answer } = await start()
  answer()
  const socket = connect(port, '127.0.0.1')
  socket.write(GET)
  // The kernel completes the connection one tick later, before the server hears of it.
  await new Promise<void>((resolve) => process.nextTick(resolve))
  stop()
  const closed = close()
  assert.match(await text(socket), /^HTTP\/1.1 200 [^]*connection: close/i)
  await closed
})

test('an answer says that its connection closes, also when the process began to stop after the request arrived', async () => {
  const { port, close, stop, begun, answer } = await start()
  const socket = connect(port, '127.0.0.1')
  socket.write(GET)
  await begun
  stop()
  answer()
  assert.match(await text(socket), /^HTTP\/1.1 200 [^]*connection: close/i)
  await close()
})
