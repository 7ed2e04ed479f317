import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const ROOT = join(import.meta.dirname, '../..')

/** A set of fonts: the packages that contain them, and the family behind each generic name. */
type FontSet = { packages: string[]; sans: string; serif: string; mono: string }

/**
 * The sets of fonts with which tests run. DejaVu is wide, with low lines; Noto is narrower, with high lines, all weights,
 * and letters of Hindi.
 */
const FONT_SETS = {
  dejavu: {
    packages: ['dejavu-fonts-ttf'],
    sans: 'DejaVu Sans',
    serif: 'DejaVu Serif',
    mono: 'DejaVu Sans Mono',
  },
  noto: {
    packages: [
      '@expo-google-fonts/noto-sans',
      '@expo-google-fonts/noto-sans-devanagari',
      '@expo-google-fonts/noto-sans-mono',
    ],
    sans: 'Noto Sans',
    serif: 'Noto Sans',
    mono: 'Noto Sans Mono',
  },
} satisfies Record<string, FontSet>

/** The name of a set of fonts. */
type FontSetName = keyof typeof FONT_SETS

/** The families of each set by generic name, for tests that compare what a page uses. */
export const FONT_FAMILIES: Record<FontSetName, Omit<FontSet, 'packages'>> = FONT_SETS

let variables: { FONTCONFIG_FILE?: string } | undefined

/** Returns the set of fonts of this process: that of TEST_FONTS, or else DejaVu. */
export function readFontSet(): FontSetName {
  const name = process.env['TEST_FONTS'] ?? 'dejavu'
  if (name in FONT_SETS) return name as FontSetName
  throw new Error(`TEST_FONTS is ${Object.keys(FONT_SETS).join(' or ')}, not ${name}.`)
}

/**
 * Returns the environment variables of a Chromium that finds only the fonts of this process's set, so that a layout is
 * the same on every machine. Other systems than Linux do not use fontconfig: there, Chromium finds the system's fonts.
 */
export function fontVariables(): { FONTCONFIG_FILE?: string } {
  return (variables ??= process.platform === 'linux' ? { FONTCONFIG_FILE: writeConfig() } : {})
}

function writeConfig(): string {
  const set: FontSet = FONT_SETS[readFontSet()]
  const generic = { 'sans-serif': set.sans, serif: set.serif, monospace: set.mono }
  const folders = set.packages.map((each) => dirname(require.resolve(`${each}/package.json`)))
  const file = join(mkdtempSync(join(tmpdir(), 'parley-fonts-')), 'fonts.conf')
  writeFileSync(
    file,
    [
      '<?xml version="1.0"?>',
      '<fontconfig>',
      ...folders.map((each) => `<dir>${escapeXml(each)}</dir>`),
      `<cachedir>${escapeXml(join(ROOT, 'node_modules/.cache/fonts'))}</cachedir>`,
      ...Object.entries(generic).map(
        ([name, family]) =>
          `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
      ),
      // A family that is not there is replaced by this one.
      '<match target="pattern"><edit name="family" mode="append_last">',
      `<string>${set.sans}</string>`,
      '</edit></match>',
      // A last resort for formulas, but fontconfig's first choice.
      '<selectfont><rejectfont><pattern><patelt name="family">',
      '<string>DejaVu Math TeX Gyre</string>',
      '</patelt></pattern></rejectfont></selectfont>',
      '</fontconfig>',
      '',
    ].join('\n'),
  )
  return file
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
