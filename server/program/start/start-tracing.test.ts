import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { startSpan, startWork, traceTurn } from '#lib/tracing/start-span.ts'
import type { TracingConfig } from '#lib/tracing/tracing-config.ts'
import { startOtlpReceiver } from '#test/acceptance/otlp-receiver.ts'
import { startReceiver } from '#test/receiver.ts'
import { waitFor } from '#test/wait-for.ts'
import { startTracing } from './start-tracing.ts'

const lines: Record<string, unknown>[] = []
const write = (chunk: Buffer, _encoding: string, done: () => void) => {
  lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
  done()
}
const log = pino({ level: 'info' }, new Writable({ write }))
const recorded = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const notRecorded = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`

const start = (url: string, options: Partial<TracingConfig> = {}) =>
  startTracing(
    {
      url: `${url}/v1/traces`,
      headers: {},
      protocol: 'http/json',
      attributes: { 'service.name': 'parley' },
      ratio: 1,
      followsCaller: true,
      ...options,
    },
    ['worker'],
    log,
    { exportMs: 500 },
  )

test('spans are exported with their attributes, parents, links and errors, and none after the end', async () => {
  const otlp = await startOtlpReceiver()
  after(() => otlp.close())
  const tracing = await start(otlp.url)
  const begun = performance.now()
  const root = startSpan('GET /x', { kind: 'server', parent: recorded, startedAt: begun - 1_000 })!
  startSpan('inner', { parent: root.traceparent, links: [notRecorded, undefined] })!.end(
    { 'parley.batch.size': 3, 'parley.left_out': undefined },
    'ETIMEDOUT',
  )
  root.end()
  startSpan('never ended')
  await tracing.stop()
  assert.equal(startSpan('too late'), undefined)
  const [inner, outer] = otlp.spans()
  assert.equal(otlp.spans().length, 2)
  assert.deepEqual(
    [outer!.parentSpanId, outer!.kind, outer!.parts],
    ['b'.repeat(16), 'server', 'worker'],
  )
  assert.equal(inner!.parentSpanId, outer!.spanId)
  assert.deepEqual(inner!.links, ['c'.repeat(32)])
  assert.deepEqual(inner!.attributes, { 'parley.batch.size': 3, 'error.type': 'ETIMEDOUT' })
  assert.deepEqual([inner!.isError, outer!.isError], [true, false])
  assert.ok(outer!.startMs <= inner!.startMs - 900)
})

test('the share of traces holds for those that begin here, and a caller decides about its own', async () => {
  const otlp = await startOtlpReceiver()
  after(() => otlp.close())
  const tracing = await start(otlp.url, { ratio: 0 })
  for (const [name, parent] of [
    ['begun here', undefined],
    ['recorded', recorded],
    ['not recorded', notRecorded],
  ] as const) {
    const span = startSpan(name, { parent })!
    assert.equal(span.traceparent.endsWith('-01'), name === 'recorded')
    if (parent) assert.equal(span.traceparent.slice(3, 35), parent.slice(3, 35))
    span.end()
  }
  await tracing.stop()
  assert.deepEqual(
    otlp.spans().map(({ name }) => name),
    ['recorded'],
  )
})

test('a turn is exported with links to what it worked on, and left out if that was nothing', async () => {
  const otlp = await startOtlpReceiver()
  after(() => otlp.close())
  const tracing = await start(otlp.url)
  await traceTurn('turn idle', {}, async () => undefined)
  await traceTurn('turn send', {}, async () => startWork('send', { parent: recorded })!.end())
  await assert.rejects(
    traceTurn('turn failed', {}, async () => {
      throw new TypeError('no')
    }),
  )
  await tracing.stop()
  const [work, turn, failed, ...more] = otlp.spans()
  assert.deepEqual(
    [work!.name, turn!.name, failed!.name, more],
    ['send', 'turn send', 'turn failed', []],
  )
  assert.deepEqual([work!.links, turn!.links], [[turn!.traceId], [work!.traceId]])
  assert.equal(failed!.attributes['error.type'], 'TypeError')
})

test('a receiver that hangs costs a bounded queue and one line of the log, and ends with the process', async () => {
  const receiver = await startReceiver(() => undefined)
  const tracing = await start(receiver.url, { protocol: 'http/protobuf' })
  for (let count = 0; count < 20_000; count++) startSpan('many')!.end()
  const [request] = await receiver.waitFor(1)
  assert.equal(request!.headers['content-type'], 'application/x-protobuf')
  assert.ok(request!.body.includes('many'))
  await receiver.close()
  await waitFor(() => lines.length > 0)
  startSpan('another')!.end()
  await tracing.stop()
  assert.equal(lines.length, 1, JSON.stringify(lines))
  assert.equal(lines[0]!['msg'], 'traces could not be exported')
  assert.ok(receiver.requests.length < 12, String(receiver.requests.length))
})
