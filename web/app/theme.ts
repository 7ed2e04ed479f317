import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'
import {
  DARK,
  DARK_TEXTS,
  FONT_FAMILY,
  INK,
  LIGHT,
  LIGHT_TEXTS,
  MONO_FAMILY,
  MOTION,
  PALETTES,
  RADII,
  TYPE,
} from '../lib/foundations.ts'

/** Mantine's theme, derived from the foundations. */
export const theme = createTheme({
  colors: PALETTES,
  black: INK,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: FONT_FAMILY,
  fontFamilyMonospace: MONO_FAMILY,
  fontSizes: { xs: TYPE.xs, sm: TYPE.m, md: TYPE.l, lg: TYPE.xl },
  radius: { xs: RADII.xs, sm: RADII.s, md: RADII.m, lg: RADII.l },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: TYPE.xl }, h2: { fontSize: TYPE.l }, h3: { fontSize: TYPE.l } },
  },
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { tt: 'none' } },
    Button: { defaultProps: { fw: 500 } },
    Modal: { styles: { title: { fontWeight: 600, lineHeight: 1.35 } } },
    TagsInput: { styles: { inputField: { minWidth: '3rem' } } },
  },
})

/** The app's CSS variables: `--app-…` for each foundation, and Mantine's own where they differ. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--app-rail-width': '4.75rem',
    ...named('--app-text', TYPE),
    ...named('--app-radius', RADII),
    ...named('--app-motion', MOTION),
  },
  light: { ...named('--app', LIGHT), ...named('--mantine-color', LIGHT_TEXTS) },
  dark: { ...named('--app', DARK), ...named('--mantine-color', DARK_TEXTS) },
})

function named(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]),
  )
}

/** Stores the chosen colour scheme; web/public/before.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'parley-color-scheme' })
