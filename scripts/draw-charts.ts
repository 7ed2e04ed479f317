/**
 * Draws the charts of docs/performance.md from the results in its folder: `node scripts/draw-charts.ts`. `npm run bench --
 * send routes arrival memory --json docs/performance/results.json` and `npm run soak -- --json docs/performance/soak.json`
 * write the results.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Figure } from '../bench/figure.ts'
import type { KeptResult } from '../bench/keep-result.ts'
import type { KeptSample, KeptSoak } from '../bench/soak/sample.ts'
import { drawBars } from './charts/draw-bars.ts'
import { drawLines } from './charts/draw-lines.ts'

const FOLDER = join(dirname(import.meta.dirname), 'docs/performance')
/** How figures that charts show end. */
const ROUTE = ': rate against bare'
const MEMORY = ': PSS after the load'

if (import.meta.main)
  for (const [name, chart] of Object.entries(drawCharts(FOLDER)))
    writeFileSync(join(FOLDER, name), chart)

/** Returns the charts of the results in `folder`, as SVG by the name of their file. */
export function drawCharts(folder: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const results = JSON.parse(read('results.json')) as Record<string, KeptResult>
  const peers = JSON.parse(read('peers.json')) as { eventsPerSecond: Record<string, number[]> }
  const { samples } = JSON.parse(read('soak.json')) as KeptSoak
  const figuresOf = (name: string): Figure[] => results[name]?.figures ?? []
  return {
    'routes.svg': drawRoutes(figuresOf('routes')),
    'send-latency.svg': drawLatency('Latency of sending a message, 64 connections', {
      Parley: figuresOf('send')[1]!,
      'bare handler with one INSERT': figuresOf('send')[0]!,
    }),
    'arrival-latency.svg': drawLatency('From the API call to the webhook, 200 events a second', {
      'Parley, until the webhook arrives': figuresOf('arrival')[0]!,
      'bare handler, until it answers': figuresOf('arrival')[1]!,
    }),
    'peers.svg': drawPeers(peers.eventsPerSecond),
    'memory.svg': drawMemory(figuresOf('memory')),
    'soak-latency.svg': drawSoak(samples, 'Latency during the soak', 'ms', {
      'API, p50': ({ apiP50 }) => apiP50,
      'API, p99': ({ apiP99 }) => apiP99,
      'arrival, p50': ({ arrivalP50 }) => arrivalP50,
      'arrival, p99': ({ arrivalP99 }) => arrivalP99,
    }),
    'soak-memory.svg': drawSoak(samples, 'Memory during the soak', 'MiB', {
      API: ({ memory }) => memory['api']!,
      worker: ({ memory }) => memory['worker']!,
      ingest: ({ memory }) => memory['ingest']!,
      PostgreSQL: ({ memory }) => memory['postgres']!,
    }),
  }
}

function drawRoutes(figures: Figure[]): string {
  const bars = figures
    .filter(({ what }) => what.endsWith(ROUTE))
    .map(({ what, numbers }) => ({ name: what.slice(0, -ROUTE.length), value: numbers!['value']! }))
  return drawBars(
    {
      title: 'Requests per second, against a bare handler with one INSERT',
      mark: { value: 1, name: 'as fast as the bare handler' },
    },
    bars,
  )
}

function drawLatency(title: string, figures: Record<string, Figure>): string {
  const places = Object.keys(Object.values(figures)[0]!.numbers!).toSorted((a, b) => +a - +b)
  return drawLines(
    {
      title,
      unit: 'ms',
      axis: 'Percentile of the requests',
      places: places.map((each) => `p${each}`),
    },
    Object.entries(figures).map(([name, { numbers }]) => ({
      name,
      values: places.map((each) => numbers![each]!),
    })),
  )
}

function drawPeers(perSecond: Record<string, number[]>): string {
  return drawBars(
    { title: 'Events delivered per second to one endpoint, 32 publishers: mean (each run)' },
    Object.entries(perSecond).map(([name, rates], index) => ({
      name,
      value: Math.round(rates.reduce((sum, rate) => sum + rate) / rates.length),
      color: Math.min(index, 1),
      note: ` (${rates.join(', ')})`,
    })),
  )
}

function drawMemory(figures: Figure[]): string {
  const bars = figures
    .filter(({ what }) => what.endsWith(MEMORY))
    .map(({ what, numbers }) => ({
      name: what.slice(0, -MEMORY.length),
      value: numbers!['value']!,
      note: ' MiB',
    }))
  return drawBars({ title: 'Memory after a load from 64 connections (PSS)' }, bars)
}

function drawSoak(
  samples: KeptSample[],
  title: string,
  unit: string,
  lines: Record<string, (sample: KeptSample) => number | null>,
): string {
  const places = samples.map(({ second }) => String(Math.round(second / 6) / 10))
  return drawLines(
    { title, unit, axis: 'Minutes since the start', places },
    Object.entries(lines).map(([name, read]) => ({ name, values: samples.map(read) })),
  )
}
