import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import { FONT_FAMILY, INK, MONO_FAMILY, PALETTES, RADII, TYPE } from '../lib/foundations.ts'

/** Mantine's theme, derived from the foundations. */
export const theme = createTheme({
  colors: PALETTES,
  black: INK,
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
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

/** Stores the chosen colour scheme; web/public/before.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'parley-color-scheme' })
