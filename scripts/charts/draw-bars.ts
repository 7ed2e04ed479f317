import { colorOf, element, label, picture, readable, roundTicks, WIDTH } from './svg.ts'

/** A bar: its name, its value and the index of its colour. `note` follows the value. */
type Bar = { name: string; value: number; color?: number; note?: string }

const LEFT = 220
const RIGHT = 110
const ROW = 28

/**
 * Draws horizontal bars with their values, as SVG. `names` is what the colours stand for, `mark` a value with a dashed
 * line.
 */
export function drawBars(
  chart: { title: string; names?: string[]; mark?: { value: number; name: string } },
  bars: Bar[],
): string {
  const { title, names = [], mark } = chart
  const ticks = roundTicks(Math.max(...bars.map(({ value }) => value), mark?.value ?? 0))
  const xOf = (value: number) => LEFT + (value / ticks.at(-1)!) * (WIDTH - LEFT - RIGHT)
  const bottom = bars.length * ROW + 4
  const lineAt = (value: number, style: string) =>
    element('line', { x1: xOf(value), x2: xOf(value), y1: 0, y2: bottom, class: style })
  return picture({ title, names, height: bottom + (mark ? 46 : 30) }, [
    ...ticks.flatMap((tick) => [
      lineAt(tick, 'grid'),
      label(readable(tick), { x: xOf(tick), y: bottom + 18, anchor: 'middle' }),
    ]),
    ...bars.flatMap(({ name, value, color = 0, note = '' }, index) => [
      label(name, { x: LEFT - 10, y: index * ROW + 19, anchor: 'end' }),
      element('rect', {
        x: LEFT,
        y: index * ROW + 6,
        width: xOf(value) - LEFT,
        height: ROW - 10,
        rx: 2,
        class: colorOf(color),
      }),
      label(`${readable(value)}${note}`, { x: xOf(value) + 8, y: index * ROW + 19 }),
    ]),
    ...(mark
      ? [lineAt(mark.value, 'mark'), label(mark.name, { x: xOf(mark.value) + 6, y: bottom + 34 })]
      : []),
  ])
}
