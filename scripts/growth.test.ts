import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { computeNeed, computePerCore, fillPage, toTables } from './growth.ts'
import type { Costs } from './growth.ts'

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../docs/operations', name), 'utf8')
const costs = JSON.parse(read('sizing.json')) as Costs

for (const name of ['sizing.md', 'scaling.md'])
  test(`the tables of docs/operations/${name} are those that the measurements give`, () => {
    const page = read(name)
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
  const need = computeNeed({ ...costs, sent: cost, received: cost }, 100)
  // 0.6 and 1.2 cores of work, of which 60 % may be used.
  assert.deepEqual([need.api, need.ingest, need.worker, need.postgresCores], [1, 1, 1, 2])
  assert.equal(need.walMBPerSecond, 2)
  assert.ok(Math.abs(need.keptPerMonth - 259.2) < 0.1)
  assert.ok(Math.abs(need.passing - 518.4) < 0.1)
})

test('a core carries what its usable time allows, with the messages and events of an agent', () => {
  const none = { walBytes: 0, keptBytes: 0, passingBytes: 0 }
  const cost = { ...none, apiMs: 2, ingestMs: 1, workerMs: 3, postgresMs: 6, webhooks: 2 }
  const agents = { memoryBytes: 0, openedApiMs: 10, openedPostgresMs: 8, eventMs: 0.1 }
  const { messages, agents: count } = computePerCore({
    ...costs,
    sent: cost,
    received: cost,
    agents,
  })
  assert.equal(messages, 600 / 12)
  // In a minute: two conversations, a message each way, and four events of each of 20 in the team.
  assert.ok(Math.abs(count - (600 * 60) / (2 * 18 + 2 * 12 + 20 * 4 * 0.1)) < 1e-9)
})

test('a place without a table is refused', () => {
  const page = '<!-- growth: nothing -->\n\nold\n\n<!-- end -->'
  assert.throws(() => fillPage(page, {}), /"nothing"/)
})
