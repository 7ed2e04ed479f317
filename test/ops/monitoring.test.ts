import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { findProgram } from '../require-programs.ts'
import { parse } from 'yaml'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8')

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }

const rules = (
  parse(read('ops/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules)
const documented = new Set(
  [...read('docs/metrics.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!),
)

/** Returns the names of the metrics in a query, without those of Node and of Prometheus itself. */
function metricsOf(expr: string): string[] {
  return [...expr.matchAll(/\b(?:parley|http|db|database)_\w+/g)]
    .map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, (suffix) => (documented.has(name) ? suffix : '')),
    )
    .filter((name) => !/^http_(route|request_method|response_status_code)$/.test(name))
}

test('each alert names its part of the page of alerts, which has no other parts', () => {
  const parts = [...read('docs/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
  assert.deepEqual(rules.map(({ alert }) => alert).toSorted(), parts.toSorted())
  for (const { alert, annotations } of rules)
    assert.equal(annotations.runbook, `docs/alerts.md#${alert.toLowerCase()}`)
})

test('alerts and the dashboard use metrics that there are', () => {
  const dashboard = JSON.parse(read('ops/grafana/parley.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  const queries = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ]
  const used = new Set(queries.flatMap(metricsOf))
  for (const name of used) assert.ok(documented.has(name), name)
  assert.ok(used.size > 20)
})

test(
  'each alert fires by its fault, and none in a healthy instance',
  { skip: findProgram('promtool') },
  () => {
    const cwd = resolve(ROOT, 'ops/prometheus')
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' })
      assert.equal(status, 0, stdout + stderr)
    }
    const tested = read('ops/prometheus/alerts.test.yml')
    for (const { alert } of rules) assert.match(tested, new RegExp(`name: ${alert} fires`))
  },
)
