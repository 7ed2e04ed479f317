import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { drawTrace, readTrace } from './draw-trace.ts'

const DOCS = join(dirname(import.meta.dirname), 'docs')
const spans = readTrace(join(DOCS, 'images'))

test('the picture of a trace in the documents shows the recorded trace beside it', () => {
  assert.equal(readFileSync(join(DOCS, 'images/trace.svg'), 'utf8'), drawTrace(spans))
  assert.ok(readFileSync(join(DOCS, 'traces.md'), 'utf8').includes('](images/trace.svg)'))
})

test('the recorded trace is one, from the webhook of a platform to an answer with 200', () => {
  assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1)
  assert.deepEqual(new Set(spans.map(({ parts }) => parts)), new Set(['api', 'ingest', 'worker']))
  const drawn = drawTrace(spans)
  for (const { name } of spans) assert.ok(drawn.includes(`>${name}<`), name)
  const sent = spans.find(({ name }) => name === 'deliver message.sent')
  assert.equal(sent!.attributes['http.response.status_code'], 200)
})
