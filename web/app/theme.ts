import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import { PETROL } from '../lib/foundations.ts'

/** Mantine's theme: what it needs of the foundations in the browser. The rest are CSS variables, which the build writes. */
export const theme = createTheme({
  colors: { petrol: PETROL },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { tt: 'none' } },
  },
})

/** Stores the chosen colour scheme; web/public/before.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'parley-color-scheme' })
