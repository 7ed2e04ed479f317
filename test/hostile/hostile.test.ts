import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatReport, MOMENTS } from './report.ts'
import { runHostile } from './run-hostile.ts'

const report = await runHostile()
process.stdout.write(`${formatReport(report)}\n`)

test('every hostile target is refused at each moment, by a word that tells nothing', () => {
  assert.deepEqual(report.problems, [])
  for (const moment of MOMENTS) {
    const tried = [...report.tried.values()].reduce((sum, counts) => sum + counts[moment], 0)
    assert.ok(tried > 150, `${tried} at ${moment}`)
  }
})

test('no connection arrives at any sink of this machine, and none is tried anywhere', () => {
  assert.deepEqual(report.reached, [])
  assert.deepEqual(report.connections, [])
})

test('the same targets reach the sinks once the one module of the guard allows everything', () => {
  assert.ok(report.control.tried > 40)
  assert.equal(report.control.reached, report.control.tried)
})

test('local targets, where they are allowed, are reached, and nothing behind a redirect is', () => {
  const { local } = report
  assert.ok(local.registered > 30 && local.refused > 100)
  assert.ok(local.tried > 20)
  assert.equal(local.reached, local.tried)
  assert.equal(report.redirects, 28)
})

test('fifty slow name servers hold up nobody else, at registration or at delivery', () => {
  assert.equal(report.slowNames, 50)
})
