/**
 * Draws the trace of docs/traces.md from a recorded one. `WRITE_TRACE=$PWD/docs/images/trace.json npm test --
 * test/acceptance/traces.test.ts` records it with real processes, then `node scripts/draw-trace.ts` draws it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReceivedSpan } from '../test/acceptance/otlp-receiver.ts'
import { colorOf, element, label, picture, readable, roundTicks, WIDTH } from './charts/svg.ts'

const FOLDER = join(dirname(import.meta.dirname), 'docs/images')
const PARTS = ['ingest', 'worker', 'api']
const LEFT = 310
const RIGHT = 70
const ROW = 22
const INDENT = 12

if (import.meta.main) writeFileSync(join(FOLDER, 'trace.svg'), drawTrace(readTrace(FOLDER)))

/** Reads the recorded trace in `folder`: its spans, with times in ms since its begin. */
export function readTrace(folder: string): ReceivedSpan[] {
  return JSON.parse(readFileSync(join(folder, 'trace.json'), 'utf8')) as ReceivedSpan[]
}

/** Draws a trace as SVG: a row for each span below its parent, with the status of the requests. */
export function drawTrace(spans: ReceivedSpan[]): string {
  const rows = toRows(spans)
  const ticks = roundTicks(Math.max(...spans.map(({ endMs }) => endMs)))
  const xOf = (ms: number) => LEFT + (ms / ticks.at(-1)!) * (WIDTH - LEFT - RIGHT)
  const bottom = rows.length * ROW + 4
  const title = "From a customer's message to the receiver's answer"
  return picture({ title, names: PARTS, height: bottom + 30 }, [
    ...ticks.flatMap((tick) => [
      element('line', { x1: xOf(tick), x2: xOf(tick), y1: 0, y2: bottom, class: 'grid' }),
      label(`${readable(tick)} ms`, { x: xOf(tick), y: bottom + 18, anchor: 'middle' }),
    ]),
    ...rows.flatMap(({ span, depth }, index) => {
      const { name, parts, startMs, endMs, attributes } = span
      const status = attributes['http.response.status_code']
      const width = Math.max(2, xOf(endMs) - xOf(startMs))
      return [
        label(name, { x: 12 + depth * INDENT, y: index * ROW + 16 }),
        element('rect', {
          x: xOf(startMs),
          y: index * ROW + 5,
          width,
          height: ROW - 9,
          rx: 2,
          class: colorOf(PARTS.indexOf(parts)),
        }),
        ...(status === undefined
          ? []
          : [label(String(status), { x: xOf(startMs) + width + 6, y: index * ROW + 16 })]),
      ]
    }),
  ])
}

/** Returns the spans in the order of their tree, siblings by their start, each with its depth. */
function toRows(spans: ReceivedSpan[]): { span: ReceivedSpan; depth: number }[] {
  const rowsBelow = (parent: string | undefined, depth: number): ReturnType<typeof toRows> =>
    spans
      .filter(({ parentSpanId }) => parentSpanId === parent)
      .toSorted((a, b) => a.startMs - b.startMs)
      .flatMap((span) => [{ span, depth }, ...rowsBelow(span.spanId, depth + 1)])
  return rowsBelow(undefined, 0)
}
