import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { computeNeed, fillPage, toTables } from './growth.ts'
import type { Costs } from './growth.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8')
const costs = JSON.parse(read('scaling.json')) as Costs

test('the tables of docs/scaling.md are those that its measurements give', () => {
  const page = read('scaling.md')
  assert.equal(fillPage(page, toTables(costs)), page)
  const dearer = { ...costs, sent: { ...costs.sent, postgresMs: costs.sent.postgresMs * 2 } }
  assert.notEqual(fillPage(page, toTables(dearer)), page)
})

test('a higher rate never needs less', () => {
  const rates = [1, 10, 100, 1_000, 10_000, 100_000]
  const needs = rates.map((perSecond) => computeNeed(costs, perSecond))
  for (const name of ['worker', 'postgresCores', 'connections', 'dollars'] as const) {
    const values = needs.map((need) => need[name])
    assert.deepEqual(
      values,
      values.toSorted((a, b) => a - b),
      name,
    )
  }
})

test('cores and bytes follow from the costs', () => {
  const cost = {
    apiMs: 6,
    ingestMs: 0,
    workerMs: 6,
    postgresMs: 12,
    walBytes: 20_000,
    keptBytes: 3_000,
    passingBytes: 6_000,
    webhooks: 1,
  }
  const need = computeNeed({ sent: cost, received: cost, workspaceBytes: 0 }, 100)
  // 0.6 and 1.2 cores of work, of which 60 % may be used.
  assert.deepEqual([need.api, need.ingest, need.worker, need.postgresCores], [1, 1, 1, 2])
  assert.equal(need.walMBPerSecond, 2)
  assert.ok(Math.abs(need.keptPerMonth - 259.2) < 0.1)
  assert.ok(Math.abs(need.passing - 518.4) < 0.1)
})

test('a place without a table is refused', () => {
  const page = '<!-- growth: nothing -->\n\nold\n\n<!-- end -->'
  assert.throws(() => fillPage(page, {}), /"nothing"/)
})
