/** The set of fonts with which layout is tested a second time. */
export const OTHER_FONTS = 'noto'

/**
 * Test files that measure the layout of pages in the fonts of the system: the widget of a web chat. They run with two sets of
 * fonts, the others with one. The app and the documentation ship their letters, so their pages are the same with each set.
 */
export const LAYOUT_FILES: ReadonlySet<string> = new Set([
  'test/web/fonts.test.ts',
  'test/web/web-chat-look.test.ts',
])

/**
 * Returns those of `files` that run again, with `OTHER_FONTS`. None do where TEST_FONTS names the only set, nor on other
 * systems than Linux, where a Chromium cannot be kept from the system's fonts.
 */
export function findLayoutFiles(
  files: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string[] {
  if (platform !== 'linux' || env['TEST_FONTS'] !== undefined) return []
  return files.filter((file) => LAYOUT_FILES.has(file))
}
