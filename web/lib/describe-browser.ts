/** Browsers by the words of their user agents; the first match counts, because later ones imitate earlier ones. */
const BROWSERS: [words: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const SYSTEMS: [words: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns the names of the browser and the operating system that a user agent contains; undefined if unknown. */
export function describeBrowser(userAgent: string | null): {
  browser: string | undefined
  system: string | undefined
} {
  const find = (known: typeof BROWSERS) =>
    known.find(([words]) => userAgent !== null && words.test(userAgent))?.[1]
  return { browser: find(BROWSERS), system: find(SYSTEMS) }
}
