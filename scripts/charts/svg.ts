/** The colours of a chart's lines and bars, as classes of its style sheet. */
const COLORS = ['ours', 'other', 'third', 'fourth'] as const
type Color = (typeof COLORS)[number]

/** The width of every chart, in pixels. */
export const WIDTH = 720
const TITLE_HEIGHT = 56
const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #3b4351 }
  .title { font-size: 16px; font-weight: 600; fill: #1a1f2b }
  .grid { stroke: #d9dee6 } .mark { stroke: #6b7385; stroke-dasharray: 4 4 }
  .ours { fill: #3457d5; stroke: #3457d5 } .other { fill: #8a93a5; stroke: #8a93a5 }
  .third { fill: #12805c; stroke: #12805c } .fourth { fill: #b4540a; stroke: #b4540a }
  .line { fill: none; stroke-width: 2 } .back { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #b9c1d0 } .title { fill: #eef1f6 } .grid { stroke: #343b49 } .mark { stroke: #98a1b3 }
    .ours { fill: #8aa4ff; stroke: #8aa4ff } .other { fill: #78829a; stroke: #78829a }
    .third { fill: #4fc79c; stroke: #4fc79c } .fourth { fill: #f0a35e; stroke: #f0a35e }
    .line { fill: none } .back { fill: #14181f }
  }`

/** An element with attributes and content; numbers have one digit after the point. */
export function element(
  name: string,
  attributes: Record<string, string | number>,
  content = '',
): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? Number(value.toFixed(1)) : value}"`,
  )
  return `<${name}${list.join('')}>${content}</${name}>`
}

/** Text at a place, with its characters escaped. `anchor` is the part of it that is there. */
export function label(
  text: string,
  { x, y, anchor = 'start', style = '' }: { x: number; y: number; anchor?: string; style?: string },
): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return element('text', { x, y, 'text-anchor': anchor, ...(style && { class: style }) }, escaped)
}

/** A whole picture of `height` below its title; `names` is what its colours stand for. The content starts at y = 0. */
export function picture(
  { title, names, height }: { title: string; names: string[]; height: number },
  content: string[],
): string {
  let x = 16
  const legend = names.flatMap((name, index) => {
    const at = x
    x += 44 + name.length * 7.5
    return [
      element('rect', { x: at, y: 36, width: 12, height: 12, rx: 2, class: colorOf(index) }),
      label(name, { x: at + 18, y: 46 }),
    ]
  })
  const total = height + TITLE_HEIGHT + (names.length > 0 ? 8 : -16)
  const lines = [
    element('title', {}, title),
    element('style', {}, STYLE),
    element('rect', { width: WIDTH, height: total, rx: 8, class: 'back' }),
    label(title, { x: 16, y: 24, style: 'title' }),
    ...legend,
    element('g', { transform: `translate(0 ${total - height})` }, `\n${content.join('\n')}\n`),
  ]
  const size = { width: WIDTH, height: total, viewBox: `0 0 ${WIDTH} ${total}`, role: 'img' }
  return `${element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...size }, `\n${lines.join('\n')}\n`)}\n`
}

/** The colour of the series at `index`. */
export function colorOf(index: number): Color {
  return COLORS[index % COLORS.length]!
}

/** Round values from 0 to at least `max`, in at most five steps. */
export function roundTicks(max: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(max / 5))
  const step = [1, 2, 2.5, 5, 10].map((each) => each * magnitude).find((each) => max / each <= 5)!
  const count = Math.ceil(max / step) + 1
  return Array.from({ length: count }, (_, index) => Number((index * step).toPrecision(12)))
}

/** A number as a reader expects it: `1,570`, `3.7`. */
export function readable(value: number): string {
  return value.toLocaleString('en-US', {
    maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0,
  })
}
