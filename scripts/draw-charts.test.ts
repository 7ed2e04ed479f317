import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { roundTicks } from './charts/svg.ts'
import { drawCharts } from './draw-charts.ts'

const FOLDER = join(dirname(import.meta.dirname), 'docs/performance')

test('the charts in the documents show the results beside them', () => {
  for (const [name, chart] of Object.entries(drawCharts(FOLDER)))
    assert.equal(readFileSync(join(FOLDER, name), 'utf8'), chart, name)
})

test('every chart is in the document', () => {
  const text = readFileSync(`${FOLDER}.md`, 'utf8')
  for (const name of Object.keys(drawCharts(FOLDER)))
    assert.ok(text.includes(`](performance/${name})`), name)
})

test('an axis has round values in at most five steps, up to the highest', () => {
  assert.deepEqual(roundTicks(1), [0, 0.2, 0.4, 0.6, 0.8, 1])
  assert.deepEqual(roundTicks(1_219), [0, 250, 500, 750, 1_000, 1_250])
  assert.deepEqual(roundTicks(7.3), [0, 2, 4, 6, 8])
})
