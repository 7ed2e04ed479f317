import { colorOf, element, label, picture, readable, roundTicks, WIDTH } from './svg.ts'

/** A line: its name, and its values at the places of the axis, null where there is none. */
type Line = { name: string; values: (number | null)[] }

const LEFT = 70
const RIGHT = 30
const HEIGHT = 240

/**
 * Draws lines over an axis, as SVG. `places` are the names of the values from left to right, at the same distance; at most
 * a dozen of them are written. `unit` follows the numbers of the other axis.
 */
export function drawLines(
  { title, places, unit, axis }: { title: string; places: string[]; unit: string; axis: string },
  lines: Line[],
): string {
  const all = lines.flatMap(({ values }) => values.filter((value) => value !== null))
  const ticks = roundTicks(Math.max(...all))
  const xOf = (index: number) => LEFT + (index / (places.length - 1)) * (WIDTH - LEFT - RIGHT)
  const yOf = (value: number) => HEIGHT - (value / ticks.at(-1)!) * (HEIGHT - 8)
  const every = Math.ceil(places.length / 12)
  const names = lines.map(({ name }) => name)
  return picture({ title, names, height: HEIGHT + 48 }, [
    ...ticks.flatMap((tick) => [
      element('line', { x1: LEFT, x2: WIDTH - RIGHT, y1: yOf(tick), y2: yOf(tick), class: 'grid' }),
      label(`${readable(tick)} ${unit}`, { x: LEFT - 8, y: yOf(tick) + 4, anchor: 'end' }),
    ]),
    ...places.flatMap((place, index) =>
      index % every === 0 ? label(place, { x: xOf(index), y: HEIGHT + 18, anchor: 'middle' }) : [],
    ),
    label(axis, { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT + 38, anchor: 'middle' }),
    ...lines.map(({ values }, index) =>
      element('polyline', {
        points: values
          .flatMap((value, at) =>
            value === null ? [] : `${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`,
          )
          .join(' '),
        class: `line ${colorOf(index)}`,
      }),
    ),
  ])
}
