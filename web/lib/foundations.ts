/**
 * The foundations of the app's look: every colour, size, radius, shadow and time that it uses. The build writes the CSS variables of the app
 * and of Mantine from them (`writeVariables`); a test keeps literals out of all other files. Light and dark are drawn apart. Each text has at
 * least the contrast of WCAG AA on each background that it stands on.
 */

/** The steps of one colour, from the lightest to the darkest, as Mantine expects them. */
type Steps = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

/** Warm greys for light mode: backgrounds and borders of controls. */
const STONE: Steps = [
  '#faf8f5',
  '#f3f0eb',
  '#eae6df',
  '#dcd6cd',
  '#c9c2b7',
  '#a89f93',
  '#8a8278',
  '#665f56',
  '#4a443d',
  '#2b2723',
]

/** Warm greys for dark mode: from its text to its deepest background. */
const EMBER: Steps = [
  '#ebe6de',
  '#cfc8bd',
  '#b3ab9f',
  '#8f877b',
  '#5c554c',
  '#453f38',
  '#34302a',
  '#1c1a17',
  '#151311',
  '#100e0c',
]

/** The accent for action. */
export const PETROL: Steps = [
  '#e6f4f4',
  '#cfe8e9',
  '#a5d3d6',
  '#76bcc2',
  '#4ea7af',
  '#31969f',
  '#127f8a',
  '#0e6b75',
  '#0a565e',
  '#063f46',
]

/** The palettes that Mantine's components use by name. */
export const PALETTES = { gray: STONE, dark: EMBER }

/** The colour of text in light mode. */
export const INK = '#1f1c18'

/**
 * The family of all texts: Latin, Greek, Cyrillic, Devanagari and Arabic letters by the same hand, shipped with the app. The fallbacks have the
 * same metrics, so that nothing moves when the letters arrive.
 */
export const FONT_FAMILY =
  '"IBM Plex Sans Variable", "IBM Plex Sans Devanagari", "IBM Plex Sans Arabic", "Fallback Arial", "Fallback Segoe", "Fallback Roboto", "Fallback Noto", "Fallback DejaVu", system-ui, sans-serif'

/** The family of code and ids. */
const MONO_FAMILY = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'

/** The scale of type, in rem: 12, 13, 14, 16 and 20 pixels. */
const TYPE = { xs: '0.75rem', s: '0.8125rem', m: '0.875rem', l: '1rem', xl: '1.25rem' }

/** Radii: of marks, of controls, of cards and panes, of bubbles. */
const RADII = { xs: '0.25rem', s: '0.375rem', m: '0.5rem', l: '0.875rem' }

/** How long lists, panes and sent messages move. Nothing does with reduced motion. */
const MOTION = { quick: '120ms', calm: '160ms' }

/** Colours of one scheme, by what they say. Each becomes the variable `--app-…`. */
type Colours = Record<
  | 'surface'
  | 'surface-quiet'
  | 'border'
  | 'selected'
  | 'hover'
  | 'accent'
  | 'accent-contrast'
  | 'bubble-in'
  | 'bubble-out'
  | 'bubble-detail'
  | 'note'
  | 'note-text'
  | 'waiting'
  | 'warning-text'
  | 'urgent'
  | 'good'
  | 'bad'
  | 'busy'
  | 'idle'
  | 'alarm'
  | 'alarm-contrast'
  | 'whatsapp'
  | 'messenger'
  | 'instagram'
  | 'plot-1'
  | 'plot-2'
  | 'plot-3'
  | 'plot-4'
  | 'plot-5'
  | 'tag-saturation'
  | 'tag-back'
  | 'tag-text'
  | 'face-back'
  | 'face-text'
  | 'shadow'
  | 'stage'
  | 'code-name'
  | 'code-text'
  | 'code-number'
  | 'code-word',
  string
>

/** The colours of light mode. */
export const LIGHT: Colours = {
  surface: '#ffffff',
  'surface-quiet': '#f8f6f2',
  border: '#e7e2da',
  selected: '#e2f0f0',
  hover: 'rgb(62 48 24 / 6%)',
  accent: '#0e6b75',
  'accent-contrast': '#ffffff',
  'bubble-in': '#f3f0eb',
  'bubble-out': '#d9ecec',
  'bubble-detail': '#4d554f',
  note: '#fdf3d3',
  'note-text': '#665408',
  waiting: '#d9780b',
  'warning-text': '#974a00',
  urgent: '#c62f4b',
  good: '#27803b',
  bad: '#c02b2b',
  busy: '#b35c00',
  idle: '#8a8278',
  alarm: '#c02b2b',
  'alarm-contrast': '#ffffff',
  whatsapp: '#0f7a3d',
  messenger: '#0a66c2',
  instagram: '#b3226f',
  'plot-1': '#0e6b75',
  'plot-2': '#c9740e',
  'plot-3': '#8a3fa0',
  'plot-4': '#3b62c4',
  'plot-5': '#27803b',
  // The hues of tags and of contacts are their own; saturation and lightness are of the scheme.
  'tag-saturation': '1',
  'tag-back': '92%',
  'tag-text': '25%',
  'face-back': '40% 89%',
  'face-text': '50% 27%',
  shadow: 'rgb(43 33 15 / 14%)',
  stage: '#000000',
  'code-name': '#0a565e',
  'code-text': '#1f6a31',
  'code-number': '#974a00',
  'code-word': '#7d3592',
}

/** The colours of dark mode. */
export const DARK: Colours = {
  surface: '#1c1a17',
  'surface-quiet': '#151311',
  border: '#34302a',
  selected: '#16383b',
  hover: 'rgb(255 244 224 / 7%)',
  accent: '#5cc3cc',
  'accent-contrast': '#06282c',
  'bubble-in': '#2b2824',
  'bubble-out': '#144650',
  'bubble-detail': '#c3d2d2',
  note: '#463a12',
  'note-text': '#e8dcae',
  waiting: '#efa63d',
  'warning-text': '#ffb86b',
  urgent: '#ff7a8a',
  good: '#5cc878',
  bad: '#ff8a84',
  busy: '#ffab57',
  idle: '#8f877b',
  alarm: '#c02b2b',
  'alarm-contrast': '#ffffff',
  whatsapp: '#4fd08a',
  messenger: '#7cb8ff',
  instagram: '#ff8ac2',
  'plot-1': '#5cc3cc',
  'plot-2': '#f0a83a',
  'plot-3': '#d58fe6',
  'plot-4': '#93aeff',
  'plot-5': '#5cc878',
  'tag-saturation': '0.7',
  'tag-back': '22%',
  'tag-text': '84%',
  'face-back': '28% 24%',
  'face-text': '55% 85%',
  shadow: 'rgb(0 0 0 / 40%)',
  stage: '#000000',
  'code-name': '#74d0d8',
  'code-text': '#8fd6a3',
  'code-number': '#ffb86b',
  'code-word': '#dba2ea',
}

/** What Mantine's own variables are in light mode, where its values have too little contrast or another hue. */
export const LIGHT_TEXTS = {
  dimmed: '#625b52',
  placeholder: '#6f675d',
  error: '#c02b2b',
  anchor: '#0d727d',
  'petrol-light-hover': '#cfe6e7',
  'yellow-light': '#fdf3d3',
  'blue-light': '#e8f1fd',
}

/** The same in dark mode. */
export const DARK_TEXTS = {
  dimmed: '#b0a89c',
  placeholder: '#a0978a',
  error: '#ff8a84',
  anchor: '#74d0d8',
  'petrol-light-color': '#9edde2',
  'yellow-light': '#3a3214',
  'blue-light': '#1b2c45',
}

/** Returns the style sheet of the variables: `--app-…` for each foundation, and Mantine's own where they differ. */
export function writeVariables(): string {
  const rules = {
    // Twice, so that it weighs more than what Mantine adds to the page.
    ':root:root': {
      '--app-rail-width': '4.75rem',
      ...ofMantine(),
      ...named('--app-text', TYPE),
      ...named('--app-radius', RADII),
      ...named('--app-motion', MOTION),
    },
    ":root:root[data-mantine-color-scheme='light']": {
      ...named('--app', LIGHT),
      ...named('--mantine-color', LIGHT_TEXTS),
    },
    ":root:root[data-mantine-color-scheme='dark']": {
      ...named('--app', DARK),
      ...named('--mantine-color', DARK_TEXTS),
    },
  }
  return `${toCss(rules)}\n@media print {\n${toCss({
    // Paper is light.
    ":root:root[data-mantine-color-scheme='dark']": {
      ...named('--app', LIGHT),
      ...named('--mantine-color', {
        ...LIGHT_TEXTS,
        text: INK,
        bright: INK,
        body: LIGHT.surface,
        default: LIGHT.surface,
        'default-color': INK,
        'default-border': LIGHT.border,
        // The borders of tables.
        'dark-4': LIGHT.border,
      }),
      'color-scheme': 'light',
    },
  })}}\n`
}

function toCss(rules: Record<string, Record<string, string>>): string {
  return Object.entries(rules)
    .map(([selector, values]) => {
      const lines = Object.entries(values).map(([name, value]) => `  ${name}: ${value};\n`)
      return `${selector} {\n${lines.join('')}}\n`
    })
    .join('\n')
}

/** Returns Mantine's own variables, which its theme would otherwise compute in the browser. */
function ofMantine(): Record<string, string> {
  return {
    '--mantine-font-family': FONT_FAMILY,
    '--mantine-font-family-headings': FONT_FAMILY,
    '--mantine-font-family-monospace': MONO_FAMILY,
    ...named('--mantine-font-size', { xs: TYPE.xs, sm: TYPE.m, md: TYPE.l, lg: TYPE.xl }),
    ...named('--mantine-radius', { xs: RADII.xs, sm: RADII.s, md: RADII.m, lg: RADII.l }),
    '--mantine-radius-default': RADII.m,
    '--mantine-cursor-type': 'pointer',
    '--mantine-color-black': INK,
    '--mantine-heading-font-weight': '600',
    ...named('--mantine', {
      'h1-font-size': TYPE.xl,
      'h2-font-size': TYPE.l,
      'h3-font-size': TYPE.l,
    }),
    ...Object.fromEntries(
      Object.entries(PALETTES).flatMap(([name, steps]) =>
        steps.map((colour, step) => [`--mantine-color-${name}-${step}`, colour]),
      ),
    ),
  }
}

function named(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]),
  )
}
