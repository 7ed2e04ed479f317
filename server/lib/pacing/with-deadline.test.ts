import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startDeadline, withDeadline } from './with-deadline.ts'
import { createSafeFetch } from '../outgoing/safe-fetch.ts'
import { createCertificate } from '../testing/create-certificate.ts'
import { listenRaw } from '../testing/listen.ts'

/** The receiver runs in a thread, because the event loop of the test stands still. With `waits`, it answers once it gets a message. */
const RECEIVER = `
  const { once } = require('node:events')
  const { parentPort, workerData } = require('node:worker_threads')
  const { cert, key, isSecure, waits, answered } = workerData
  const answer = (request, response) => request.resume().on('end', async () => {
    if (waits) {
      const told = once(parentPort, 'message')
      parentPort.postMessage('asked')
      await told
    }
    response.writeHead(200, { 'Content-Length': 2 }).end('ok', () => {
      Atomics.add(answered, 0, 1)
      Atomics.notify(answered, 0)
    })
  })
  const server = isSecure
    ? require('node:https').createServer({ cert, key }, answer)
    : require('node:http').createServer(answer)
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

async function startReceiver(t: TestContext, data: { isSecure?: boolean; waits?: boolean } = {}) {
  const certificate = createCertificate({ dnsName: 'localhost', fromYear: 2020, untilYear: 2090 })
  const answered = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { ...data, ...certificate, answered }
  const thread = new Worker(RECEIVER, { eval: true, workerData })
  t.after(() => thread.terminate())
  const [port] = (await once(thread, 'message')) as [number]
  const client = createSafeFetch({ allowLocal: true, ca: certificate.cert })
  t.after(client.close)
  const url = `${data.isSecure ? 'https' : 'http'}://localhost:${port}/`
  const fetch = (timeoutMs = 60_000) => client.fetch({ url, timeoutMs })
  return { fetch, answered, thread }
}

/** Stops this thread for `ms`, as a process that is stopped or has no CPU. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Runs `run` once the event loop has written what was begun before. */
const soon = (run: () => void) => setImmediate(() => setImmediate(run))

test('a response that arrives during a pause of this process is in time', async (t) => {
  const { fetch, answered, thread } = await startReceiver(t, { waits: true })
  const fetching = fetch(2_000)
  await once(thread, 'message')
  thread.postMessage('answer')
  Atomics.wait(answered, 0, 0, 30_000)
  pause(2_100)
  const response = await fetching
  assert.ok(response.ok, JSON.stringify(response))
  assert.ok(response.timings.paused! >= 2_000, 'the pause is part of the result')
})

test('a response that is sent after a pause has the time that the deadline gives', async (t) => {
  const { fetch, thread } = await startReceiver(t, { waits: true })
  const fetching = fetch(2_000)
  await once(thread, 'message')
  pause(2_100)
  thread.postMessage('answer')
  const response = await fetching
  assert.ok(response.ok, JSON.stringify(response))
})

test('a pause in the middle of a TLS handshake is not held against the receiver', async (t) => {
  const { fetch } = await startReceiver(t, { isSecure: true })
  const fetching = fetch(2_000)
  soon(() => pause(2_100))
  const response = await fetching
  assert.ok(response.ok, JSON.stringify(response))
})

test('a receiver that does not answer is given up in spite of pauses', async (t) => {
  const port = await listenRaw(t, () => {})
  const client = createSafeFetch({ allowLocal: true })
  t.after(client.close)
  const fetching = client.fetch({ url: `http://127.0.0.1:${port}/`, timeoutMs: 100 })
  soon(() => pause(400))
  const response = await fetching
  assert.equal(response.ok ? response.status : response.error, 'timeout')
  assert.ok(response.timings.total >= 400 + 40, `${response.timings.total} ms`)
})

test('a deadline that has ended is never late', async () => {
  let isLate = false
  const deadline = startDeadline(1, () => (isLate = true))
  pause(20)
  deadline.end()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(isLate, false)
  await assert.rejects(
    withDeadline(1, (signal) => once(signal, 'abort').then(() => signal.throwIfAborted())),
    { name: 'TimeoutError' },
  )
})
