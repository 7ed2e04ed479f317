import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import { newWaId } from '../inbound.ts'
import { payloadOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const MIB = 1024 * 1024
const CONNECTIONS = 500
const GROWTH_MIB_MAX = 50

/** A number that no channel has: its payloads are stored, too. */
const ACCOUNT = '999'

const { server, env, ingest, postSigned } = await startProduct(undefined, ['ingest', 'api,worker'])

/** Returns the memory of the ingest server in MiB. */
function memoryOf(): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

/** Posts a signed payload, and returns its status and that of readiness. */
async function useIngest(): Promise<[number, number]> {
  const body = JSON.stringify(payloadOf(ACCOUNT, textFrom(newWaId(), 'hello')))
  return [(await postSigned(body)).status, (await ingest('GET /health/ready')).status]
}

/** Sends all but the end of an unsigned body of 4 MiB from another address. Returns how the server answers. */
function sendUnfinished(body: Buffer, path: string) {
  const socket = connect({
    port: Number(env['INGEST_PORT']),
    host: '127.0.0.1',
    localAddress: '127.0.0.9',
  })
  const sent = { socket, answer: '', isSettled: false }
  socket.on('data', (bytes) => (sent.answer += bytes.toString()))
  // The server closes the connection of a body that it does not read.
  socket.on('error', () => undefined)
  socket.once('close', () => (sent.isSettled = true))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n`,
  )
  socket.write(body, () => (sent.isSettled = true))
  return sent
}

test(
  'unfinished bodies without a signature leave memory and answers to others',
  { skip: process.platform !== 'linux' && 'reads the memory of a process from /proc' },
  async () => {
    for (let count = 0; count < 50; count++) assert.deepEqual(await useIngest(), [200, 200])
    const before = memoryOf()
    const body = Buffer.alloc(4 * MIB - 10, 'a')
    const sent = Array.from({ length: CONNECTIONS }, () =>
      sendUnfinished(body, '/webhook/whatsapp'),
    )
    let peak = 0
    await waitFor(
      async () => {
        assert.deepEqual(await useIngest(), [200, 200])
        peak = Math.max(peak, memoryOf())
        return sent.every(({ isSettled }) => isSettled)
      },
      { timeoutMs: 120_000, what: 'every body to be sent or refused' },
    )
    const refused = sent.filter(({ answer }) => answer !== '')
    assert.ok(refused.length > 0)
    for (const { answer } of refused) {
      assert.match(answer, /^HTTP\/1.1 429 /)
      assert.match(answer, /\r\nretry-after: 1\r\n/i)
    }
    for (const { socket } of sent) socket.destroy()
    for (const { socket } of sent) if (!socket.closed) await once(socket, 'close')
    assert.deepEqual(await useIngest(), [200, 200])
    const after = memoryOf()
    const growth = Math.max(peak, after) - before
    assert.ok(growth <= GROWTH_MIB_MAX, `${before} MiB became ${peak} and ${after} MiB`)
  },
)
