import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DARK, DARK_TEXTS, INK, LIGHT, LIGHT_TEXTS, PALETTES, PETROL } from './foundations.ts'

const WEB = join(import.meta.dirname, '..')
/** Files that have colours of their own: the foundations, the widget on other sites, a code for cameras, and the mark with its badge. */
const OWN_COLOURS = [
  'lib/foundations.ts',
  'widget/styles.ts',
  'components/second-factor/qr-code.tsx',
  'app/favicon-badge.ts',
]
const COLOUR =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?![-\w])|\b(?:rgb|rgba|hsl|hsla|oklch)\((?!var)/i
const SIZE =
  /font-size: (?!var\(--app-text-\w+\)|var\(--tab-font-size|[\d.]+em;|inherit)|fontSize: ['"\d]/
const RADIUS = /border-radius: (?!var\(--app-radius-\w+\)|50%|inherit|[12]px|0;)/

function sources(): [path: string, text: string][] {
  const found = globSync('**/*.{css,ts,tsx}', { cwd: WEB, exclude: ['dist/**', 'text/**'] })
  return found
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('dist'))
    .map((path) => [path, readFileSync(join(WEB, path), 'utf8')])
}

test('colours, sizes of type and radii are those of the foundations', () => {
  const files = sources()
  assert.ok(files.length > 300, 'the files are found')
  const wrong = files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => {
      const patterns = [...(OWN_COLOURS.includes(path) ? [] : [COLOUR]), SIZE, RADIUS]
      return path.startsWith('widget/') || patterns.every((pattern) => !pattern.test(line))
        ? []
        : [`${path}:${index + 1} ${line.trim()}`]
    }),
  )
  assert.deepEqual(wrong, [])
})

test('the patterns find literals', () => {
  for (const line of ['color: #fff;', 'background: rgb(0 0 0 / 4%);', "fill: '#12345678'"])
    assert.match(line, COLOUR)
  assert.match('font-size: 13px;', SIZE)
  assert.match('border-radius: 0.5rem;', RADIUS)
  assert.doesNotMatch('background: hsl(var(--hue) var(--app-face-back));', COLOUR)
})

/** Returns the relative luminance of a colour such as #1f1c18. Source: WCAG 2.2. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a) as [
    number,
    number,
  ]
  return (light + 0.05) / (dark + 0.05)
}

test('every text has the contrast of WCAG AA on every background that it stands on', () => {
  const schemes = [
    { name: 'light', of: LIGHT, texts: LIGHT_TEXTS, text: INK },
    { name: 'dark', of: DARK, texts: DARK_TEXTS, text: PALETTES.dark[0] },
  ]
  const low: string[] = []
  for (const { name, of, texts, text } of schemes) {
    const check = (what: string, colour: string, backgrounds: string[], least: number) => {
      for (const background of backgrounds) {
        const ratio = contrastOf(colour, background)
        if (ratio < least)
          low.push(`${name}: ${what} ${colour} on ${background}: ${ratio.toFixed(2)}`)
      }
    }
    const pages = [of.surface, of['surface-quiet'], of.selected]
    check('text', text, [...pages, of['bubble-in'], of['bubble-out'], of.note], 7)
    check('dimmed', texts.dimmed, pages, 4.5)
    check('placeholder', texts.placeholder, [of.surface, of['surface-quiet']], 4.5)
    check('anchor', texts.anchor, [...pages, of['bubble-in'], of['bubble-out']], 4.5)
    check('error', texts.error, [of.surface, of['surface-quiet']], 4.5)
    check('detail', of['bubble-detail'], [of['bubble-out'], of.selected], 4.5)
    check('note', of['note-text'], [of.note], 4.5)
    check('warning', of['warning-text'], [of.surface, of['surface-quiet']], 4.5)
    check('accent', of['accent-contrast'], [of.accent], 4.5)
    check('alarm', of['alarm-contrast'], [of.alarm], 4.5)
    for (const part of ['name', 'text', 'number', 'word'] as const)
      check(`code ${part}`, of[`code-${part}`], [of.surface, of['surface-quiet']], 4.5)
    const marks = ['waiting', 'urgent', 'good', 'bad', 'busy', 'idle'] as const
    for (const mark of marks) check(mark, of[mark], [of.surface], 3)
    for (const plot of [1, 2, 3, 4, 5] as const)
      check(`plot ${plot}`, of[`plot-${plot}`], [of.surface], 3)
  }
  assert.deepEqual(low, [])
})

test('mails, docs, the rating page and the simulator have the colours of the foundations', () => {
  const all = [PALETTES, PETROL, LIGHT, DARK, LIGHT_TEXTS, DARK_TEXTS].flatMap((each) =>
    Object.values(each).flat(),
  )
  // The colours of code in the docs, which the app shows without any.
  const ofCode = ['#9c1f6b', '#f39bd0', '#1d6b34', '#8fd6a3', '#8a4600', '#f0b775']
  const known = new Set<string>([...all, INK, ...ofCode])
  for (const path of [
    '../server/account/mail/to-html.ts',
    '../server/csat/page/write-page.ts',
    '../server/http/docs/assets/docs.css',
    '../simulator/page/phone.css',
    '../simulator/page/icon.svg',
  ]) {
    const colours = readFileSync(join(WEB, path), 'utf8').match(/(?<!&)#[0-9a-f]{3,8}\b/gi) ?? []
    const strange = colours.filter((each) => !known.has(each))
    assert.deepEqual(strange, [], path)
    assert.ok(
      colours.some((each) => each === LIGHT.accent),
      path,
    )
  }
})

test('the files that are read before the app have the colours of the foundations', () => {
  const read = (path: string) => readFileSync(join(WEB, path), 'utf8')
  const html = read('index.html')
  assert.ok(html.includes(`content="${LIGHT.surface}" media="(prefers-color-scheme: light)"`))
  assert.ok(html.includes(`content="${DARK.surface}" media="(prefers-color-scheme: dark)"`))
  assert.equal(JSON.parse(read('public/manifest.webmanifest')).theme_color, LIGHT.accent)
  assert.ok(read('public/favicon.svg').includes(LIGHT.accent))
})
