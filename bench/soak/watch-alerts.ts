import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse, stringify } from 'yaml'
import { atMost, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'

const RULES = resolve(import.meta.dirname, '../../ops/prometheus/alerts.yml')
/** As in ops/prometheus/prometheus.yml. */
const SCRAPE_SECONDS = 15
/** The pause between two checks whether an alert fires. */
const LOOK_SECONDS = 60

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] }

/** A running watch. `judge` ends it and returns the alerts that fired as figures. */
type AlertWatch = { judge: () => Promise<Figure[]> }

/**
 * Reads the metrics of processes as Prometheus would, and in the end lets promtool evaluate the alert rules on them. Without promtool
 * it reads nothing and says so.
 *
 * targets: the address of the metrics of each process, by its name.
 */
export async function watchAlerts(targets: Record<string, string>): Promise<AlertWatch> {
  if (spawnSync('promtool', ['--version']).status !== 0)
    return { judge: async () => [plain('alerts: promtool is not installed', 'not judged')] }
  const { groups } = parse(await readFile(RULES, 'utf8')) as Rules
  const rules = groups.flatMap((group) => group.rules)
  const isUsed = (metric: string) => rules.some(({ expr }) => expr.includes(metric))
  const series = new Map<string, string[]>()
  let count = 0
  const keep = (name: string, value: string) => {
    const values = series.get(name) ?? []
    while (values.length < count) values.push('_')
    values.push(value)
    series.set(name, values)
  }
  const scrape = async () => {
    const lines = await Promise.all(Object.entries(targets).map(readMetrics))
    for (const { name, labels, value } of lines.flat())
      if (isUsed(name)) keep(`${name}{${labels}}`, value)
    count++
  }
  await scrape()
  let last: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    last = last.then(scrape)
  }, SCRAPE_SECONDS * 1_000)
  return {
    async judge() {
      clearInterval(timer)
      await last
      const fired = await findFired(
        series,
        rules.map(({ alert }) => alert),
        count,
      )
      const what = `alerts that fired${fired.length ? `: ${fired.join(', ')}` : `, of ${rules.length} rules`}`
      return [
        plain('  metrics of the alert rules that were read', `${series.size}`),
        atMost(what, fired.length, 0),
      ]
    },
  }
}

/** Reads one process: each sample with the labels that Prometheus adds. A process that does not answer is down. */
async function readMetrics([instance, url]: [string, string]): Promise<
  { name: string; labels: string; value: string }[]
> {
  const own = `job="parley",instance="${instance}"`
  const text = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined)
  if (text === undefined) return [{ name: 'up', labels: own, value: '0' }]
  const samples = text.split('\n').flatMap((line) => {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || !Number.isFinite(Number(value))) return []
    return { name, labels: labels ? `${own},${labels}` : own, value: write(Number(value)) }
  })
  return [{ name: 'up', labels: own, value: '1' }, ...samples]
}

function write(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(9)
}

/** Evaluates the rules on `count` samples of each series; returns the names of the alerts that fired at any time. */
async function findFired(
  series: Map<string, string[]>,
  alerts: string[],
  count: number,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-alerts-'))
  const seconds = count * SCRAPE_SECONDS
  const looks = Array.from(
    { length: Math.floor(seconds / LOOK_SECONDS) },
    (_, index) => `${(index + 1) * LOOK_SECONDS}s`,
  )
  const interval = `${SCRAPE_SECONDS}s`
  const file = {
    rule_files: [RULES],
    evaluation_interval: interval,
    tests: [
      {
        interval,
        input_series: [...series].map(([name, values]) => ({
          series: name,
          values: values.join(' '),
        })),
        alert_rule_test: looks.flatMap((eval_time) =>
          alerts.map((alertname) => ({ eval_time, alertname, exp_alerts: [] })),
        ),
      },
    ],
  }
  try {
    const path = join(folder, 'soak.yml')
    await writeFile(path, stringify(file, { lineWidth: 0 }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    })
    if (status === 0) return []
    const fired = alerts.filter((alert) =>
      new RegExp(`alertname: ?${alert},`).test(stdout + stderr),
    )
    if (fired.length === 0) throw new Error(`promtool failed: ${stdout}${stderr}`.slice(0, 2_000))
    return fired
  } finally {
    await rm(folder, { recursive: true })
  }
}
