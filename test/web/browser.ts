import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after } from 'node:test'
import type Axe from 'axe-core'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createProfiles } from './browser-profiles.ts'
import type { Profiles } from './browser-profiles.ts'
import { fontVariables } from './fonts.ts'

const require = createRequire(import.meta.url)
const { findBrowser } = require('../../scripts/browser.cjs') as {
  findBrowser: () => string | undefined
}

/** Options of a page. `cookie` is a session's; without one, no user is signed in. */
export type Look = {
  cookie?: string
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  locale?: string
}

/** A page in its own browser profile, and its problems so far. */
export type Tab = { page: Page; context: BrowserContext; problems: string[] }

/**
 * Disables the suggestions of the address bar and a spare renderer: for every profile Chromium prepares them in a separate
 * process, which takes a tenth of a second of CPU time. The audio, like the network below, needs no process of its own.
 * The other features are those that Playwright disables; this list replaces its own.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AudioServiceOutOfProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Runs the network in the browser's process. The other features are those that Playwright enables. */
const ENABLED_FEATURES = [
  'NetworkServiceInProcess2',
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
]

/**
 * Turns off the optimizing compilers of JavaScript. A page of a test lives for seconds, in which compiling its scripts
 * again takes a seventh of Chromium's CPU time and saves less.
 */
const UNOPTIMIZED = '--js-flags=--no-opt --no-maglev'

/** Options of a browser. With `isMeasured`, scripts run as fast as a user's browser runs them. */
type BrowserOptions = { isMeasured?: boolean }

/** Opens a path of a product in an empty profile; the page closes after the test that opened it. */
type Open = (path: string, look?: Look) => Promise<Tab>

/**
 * Starts a Chromium for one file of tests, and closes it after them. `open` opens pages of the product at `url`.
 */
export async function openBrowser(
  url: string,
  options?: BrowserOptions,
): Promise<{ browser: Browser; open: Open }> {
  const browser = await launchBrowser(options)
  return { browser, open: createOpen(createProfiles(browser, url), url) }
}

/** Starts a Chromium, and closes it after the tests. */
export async function launchBrowser({ isMeasured = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no Chromium: npm test installs one.')
  const isBuilt = existsSync(join(import.meta.dirname, '../../web/dist/index.html'))
  if (!isBuilt && !process.env['WEB_DIR'])
    throw new Error('The web app is not built: npm run build.')
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...fontVariables() },
    args: [
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
      `--enable-features=${ENABLED_FEATURES.join(',')}`,
      ...(isMeasured ? [] : [UNOPTIMIZED]),
      // Chromium refuses to use its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  after(() => browser.close())
  return browser
}

/**
 * Returns how the tests of the calling file open pages of the product at `url`. `problems` collects the page's console
 * errors, what its Content-Security-Policy refuses, and messages between frames that did not arrive.
 */
export function createOpen(profiles: Profiles, url: string): Open {
  const take = profiles.lend()
  return async (path, look = {}) => {
    const profile = await take(look)
    const { context, page } = profile
    await page.setViewportSize({ width: look.width ?? 1280, height: look.height ?? 800 })
    await page.emulateMedia({ colorScheme: look.scheme ?? 'light', reducedMotion: 'reduce' })
    if (look.cookie) {
      const [name, ...value] = look.cookie.split('=')
      await context.addCookies([{ name: name!, value: value.join('='), url }])
    }
    const problems: string[] = []
    page.on('console', (message) => {
      const isProblem = message.type() === 'error' || message.text().includes('postMessage')
      // Chromium names no address when it could not load something.
      if (isProblem) problems.push(`${message.text()} (${message.location().url || page.url()})`)
    })
    page.on('pageerror', (err) => problems.push(`${String(err)} (${page.url()})`))
    await page.goto(path)
    return {
      page,
      problems,
      get context() {
        profile.isChanged = true
        return context
      },
    }
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns the accessibility violations that axe finds on a page, light and dark, as readable lines. Source: WCAG 2.2 A
 * and AA.
 */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readAxe())
  const scheme = await page.evaluate(() => {
    const { matchMedia } = globalThis as unknown as Globals
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  })
  const other = scheme === 'dark' ? 'light' : 'dark'
  const found = await runAxe(page, RULES)
  // The other scheme changes nothing but colours.
  await changeScheme(page, other)
  const foundInOther = await runAxe(page, ['color-contrast'])
  await changeScheme(page, scheme)
  return [...found, ...foundInOther.map((each) => `${other}: ${each}`)]
}

/** The browser's globals that the check uses: this file is also compiled without a browser's types. */
type Globals = {
  matchMedia: (query: string) => { matches: boolean }
  document: { adoptedStyleSheets: { replaceSync: (css: string) => void }[] }
  CSSStyleSheet: new () => Globals['document']['adoptedStyleSheets'][number]
}

async function changeScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // No colour is caught on its way from one scheme to the other.
  await page.evaluate(() => {
    const { document, CSSStyleSheet } = globalThis as unknown as Globals
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.emulateMedia({ colorScheme })
  // The app's script follows the scheme; the documentation's styles do so at once.
  const attribute = 'data-mantine-color-scheme'
  await page.locator(`html:not([${attribute}]), html[${attribute}="${colorScheme}"]`).waitFor()
}

let axe: string | undefined

/** Returns axe's script, the short one: every page that is checked has to parse it. */
function readAxe(): string {
  return (axe ??= readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'))
}

async function runAxe(page: Page, runOnly: string[]): Promise<string[]> {
  const violations = await page.evaluate(async (rules) => {
    const { axe: loaded } = globalThis as unknown as { axe: typeof Axe }
    // Without this, axe also describes every element that breaks no rule.
    const resultTypes: ['violations'] = ['violations']
    // Frames are pages of the simulator, in which it is not loaded and could only post messages that do not arrive.
    const options = { runOnly: rules, resultTypes, iframes: false }
    const { violations: found } = await loaded.run(options)
    return found.map(({ id, help, nodes }) => ({
      id,
      help,
      targets: nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`),
    }))
  }, runOnly)
  return violations.map(({ id, help, targets }) => `${id}: ${help}\n  ${targets.join('\n  ')}`)
}
