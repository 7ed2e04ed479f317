import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { listen } from './listen.ts'

const app = createApp({ log: pino({ level: 'silent' }), bodyBytesMax: 1000, drainMs: 300 })
const config = { permission: { open: 'a test' } } as const
app.post('/small', { config }, async () => ({ ok: true }))
app.post('/closed', { config, onRequest: async (_, reply) => reply.code(403).send() }, () => ({}))
const { port, close } = await listen(app, { host: '127.0.0.1', port: 0, variable: 'PORT' })
after(close)

const BODY = Buffer.alloc(4 * 1024 * 1024, '1')
const HALF = BODY.length / 2

/** Sends half of a large body, waits for the response, and returns it with the connection. */
async function postHalf(path: string, more = '') {
  const socket = connect(port, '127.0.0.1')
  const ended = once(socket, 'close')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}Content-Length: ${BODY.length}\r\n\r\n`,
  )
  socket.write(BODY.subarray(0, HALF))
  return { socket, ended, head: await readHead() }

  async function readHead(): Promise<string> {
    let text = ''
    while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0])
    return text
  }
}

for (const [path, status] of [
  ['/small', 413],
  ['/closed', 403],
] as const)
  test(`a client that sends the rest of its body after a ${status} uses its connection again`, async () => {
    const { socket, head } = await postHalf(path)
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
    socket.write(BODY.subarray(HALF))
    socket.write('GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let next = ''
    for await (const chunk of socket) next += String(chunk)
    assert.match(next, /HTTP\/1.1 404 /)
  })

test('a client that wants its connection closed has it open until its body was read', async () => {
  const { socket, head } = await postHalf('/small', 'Connection: close\r\n')
  assert.match(head, /^HTTP\/1.1 413 /)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(BODY.subarray(HALF), () => resolve())
  })
  for await (const chunk of socket) assert.fail(`another response: ${String(chunk)}`)
})

test('a connection on which the rest of the body does not arrive is closed', async () => {
  const { ended } = await postHalf('/small')
  await ended
})
