import { createTheme, localStorageColorSchemeManager } from '@mantine/core'
import type { CSSVariablesResolver } from '@mantine/core'

/** The theme: one accent colour, system fonts, and WCAG AA contrast in light and dark. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } },
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

/**
 * The app's CSS variables. Mantine's dimmed colours have too little contrast; these pass WCAG AA on both backgrounds.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--app-rail-width': '4.75rem' },
  light: {
    '--mantine-color-dimmed': '#5b626a',
    '--mantine-color-placeholder': '#666d75',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-indigo-light-hover': '#ccd6ff',
    '--app-surface': '#ffffff',
    '--app-surface-quiet': '#f6f7f9',
    '--app-border': '#e3e6ea',
    '--app-selected': '#e9edff',
    '--app-hover': 'rgb(23 32 64 / 6%)',
    '--app-accent': '#3b5bdb',
    '--app-accent-contrast': '#ffffff',
    '--app-bubble-in': '#f1f3f5',
    '--app-bubble-out': '#dfe6ff',
    '--app-note': '#fff6d6',
    '--app-waiting': '#e8890c',
    '--app-warning-text': '#a34700',
    '--app-urgent': '#d6336c',
    '--app-whatsapp': '#0f7a3d',
    '--app-messenger': '#0a66c2',
    '--app-instagram': '#b3226f',
    '--app-note-text': '#665408',
    '--mantine-color-yellow-light': '#fff6d6',
    '--mantine-color-blue-light': '#e8f1fd',
  },
  dark: {
    '--mantine-color-dimmed': '#a6adb5',
    '--mantine-color-placeholder': '#9aa1a9',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-indigo-light-color': '#b4c2ff',
    '--app-surface': '#1b1d21',
    '--app-surface-quiet': '#141619',
    '--app-border': '#2e3238',
    '--app-selected': '#262f57',
    '--app-hover': 'rgb(255 255 255 / 7%)',
    '--app-accent': '#91a7ff',
    '--app-accent-contrast': '#141a33',
    '--app-bubble-in': '#2a2d33',
    '--app-bubble-out': '#2b3a78',
    '--app-note': '#4a3f14',
    '--app-waiting': '#f0a83a',
    '--app-warning-text': '#ffb366',
    '--app-urgent': '#ff6b6b',
    '--app-whatsapp': '#4fd08a',
    '--app-messenger': '#7cb8ff',
    '--app-instagram': '#ff8ac2',
    '--app-note-text': '#e8dcae',
    '--mantine-color-yellow-light': '#3a3214',
    '--mantine-color-blue-light': '#1b2c45',
  },
})

/** Stores the chosen colour scheme; web/public/before.js reads it before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'parley-color-scheme' })
