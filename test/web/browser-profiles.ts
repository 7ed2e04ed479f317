import { afterEach, beforeEach } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { UNDO_MS } from '../../web/components/undo-ms.ts'

/** A browser profile with its page. `isChanged`: a test had access to its settings, so no other test gets it. */
type Profile = { context: BrowserContext; page: Page; kind: string; isChanged: boolean }

/** The options of a page that cannot be changed after its profile was created. */
type Kind = { width?: number; locale?: string }

/** Maximum wait of a page on a busy machine before a test fails. */
const PATIENCE_MS = 120_000

/** Profiles of a browser. `lend` returns how the tests of the calling file take them, until each test ends. */
export type Profiles = { lend: () => (kind: Kind) => Promise<Profile> }

/**
 * Lends browser profiles to tests, one to each page that a test opens. A later test gets a returned profile without its
 * cookies, storage, routes and listeners, but with the app's scripts compiled: a new profile and its process take more
 * than half of the processor time of opening a page.
 */
export function createProfiles(browser: Browser, url: string): Profiles {
  const idle: Profile[] = []

  async function putBack(profile: Profile): Promise<void> {
    const isEmpty = !profile.isChanged && (await empty(profile))
    if (isEmpty) idle.push(profile)
    else await profile.context.close()
  }

  /** Returns whether a profile could be emptied. It cannot when its page or the product has ended. */
  async function empty({ context, page }: Profile): Promise<boolean> {
    try {
      page.removeAllListeners()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const others = context.pages().filter((each) => each !== page)
      await Promise.all(others.map((each) => each.close()))
      // A document of the same origin, whose storage can be cleared while the app does not run.
      await page.goto(`${url}/health/live`)
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await context.clearCookies()
      return true
    } catch {
      return false
    }
  }

  async function create(locale: string, hasTouch: boolean) {
    const timezoneId = 'Asia/Kolkata'
    const context = await browser.newContext({ baseURL: url, locale, hasTouch, timezoneId })
    context.setDefaultTimeout(PATIENCE_MS)
    await context.addInitScript(keepUndo, { undoMs: UNDO_MS, keptMs: PATIENCE_MS })
    return { context, page: await context.newPage() }
  }

  return {
    lend() {
      const inUse = new Set<Profile>()
      let isInTest = false
      beforeEach(() => void (isInTest = true))
      afterEach(async () => {
        isInTest = false
        const returned = [...inUse]
        inUse.clear()
        await Promise.all(returned.map(putBack))
      })
      return async ({ width = 1280, locale = 'en-GB' }) => {
        const hasTouch = width < 600
        const kind = `${locale} ${hasTouch}`
        const index = isInTest ? idle.findIndex((profile) => profile.kind === kind) : -1
        const [found] = index < 0 ? [] : idle.splice(index, 1)
        const profile = found ?? { ...(await create(locale, hasTouch)), kind, isChanged: false }
        if (isInTest) inUse.add(profile)
        return profile
      }
    },
  }
}

/** Lets the notice of an action that can be undone stay until a busy machine has used it. Runs in the page. */
function keepUndo({ undoMs, keptMs }: { undoMs: number; keptMs: number }): void {
  const set = window.setTimeout as (run: TimerHandler, ms?: number, ...rest: unknown[]) => number
  const patient = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
    set(run, ms === undoMs ? keptMs : ms, ...rest)
  window.setTimeout = patient as typeof window.setTimeout
}
