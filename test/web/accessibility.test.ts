import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, openBrowser } from './browser.ts'
import type { Tab } from './browser.ts'
import { startDemo } from './demo.ts'
import { findExcess } from './find-excess.ts'
import { measureShift } from './layout-shift.ts'
import type { LayoutShift } from './layout-shift.ts'
import { listPages, settle, visit } from './pages.ts'

const demo = await startDemo()
const { open } = await openBrowser(demo.url)
const pages = await listPages(demo)

/** The largest shift of the layout that a page may have until it is loaded. Source: less than a fifth of a good page's in Core Web Vitals. */
const SHIFT_MAX = 0.02

/** Opens every page in the order of `listed`, each as a user does who goes on to it, and calls `see` once it is loaded. */
async function walk(
  listed: typeof pages,
  { page, context }: Pick<Tab, 'page' | 'context'>,
  see: (name: string, shift: LayoutShift) => Promise<void>,
): Promise<void> {
  let isSignedIn = false
  for (const { name, path, isOpen = false, shows } of listed) {
    if (!isOpen && !isSignedIn) {
      const [cookie, value] = demo.cookie.split('=') as [string, string]
      await context.addCookies([{ name: cookie, value, url: demo.url }])
    }
    const shift = await measureShift(page, async () => {
      if (isSignedIn) await visit(page, path)
      else await page.goto(path)
      await settle(page, shows)
    })
    isSignedIn = !isOpen
    await see(name, shift)
  }
}

const openPages = pages.filter(({ isOpen }) => isOpen)
const ownPages = pages.filter(({ isOpen }) => !isOpen)
// An item after its list would narrow the list, which a user does by a click.
const apart = [0, 1].flatMap((rest) => ownPages.filter((_, index) => index % 2 === rest))

/** The shifts of all pages, by the width of the window and the name. */
const shifts: { name: string; shift: LayoutShift }[] = []

function describeShift({ name, shift }: (typeof shifts)[number]): string {
  return `${name} ${shift.score.toFixed(4)}: ${shift.moved.join(' | ')}`
}

test('no page breaks a rule of WCAG 2.2 AA, light or dark, logs an error, or is wider than its window', async () => {
  const tab = await open('/sign-in', { width: 1440, height: 900 })
  const { page, problems } = tab
  const found: Record<string, string[]> = {}
  await walk([...openPages, ...apart], tab, async (name, shift) => {
    shifts.push({ name: `1440 ${name}`, shift })
    const violations = await findViolations(page)
    const headings = await page.locator('h1').count()
    if (headings !== 1) violations.push(`${headings} headings of the first level`)
    // The last one is a window of 1280 by 800 at 200 %.
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [820, 1180],
      [640, 400],
    ] as const)
      violations.push(...(await findExcess(page, width, height)))
    await page.setViewportSize({ width: 1440, height: 900 })
    if (violations.length > 0) found[name] = violations
    if (problems.length > 0) found[`${name} (console)`] = problems.splice(0)
  })
  assert.deepEqual(found, {})
})

test('every page fits a phone of 320 pixels without scrolling sideways', async () => {
  const tab = await open('/sign-in', { width: 390, height: 844 })
  const found: Record<string, string[]> = {}
  // The other way round, so that other pages meet what is not read yet.
  await walk([...openPages, ...apart.toReversed()], tab, async (name, shift) => {
    shifts.push({ name: `390 ${name}`, shift })
    const excess = [
      ...(await findExcess(tab.page, 390, 844)),
      ...(await findExcess(tab.page, 320, 640)),
    ]
    await tab.page.setViewportSize({ width: 390, height: 844 })
    if (excess.length > 0) found[name] = excess
  })
  assert.deepEqual(found, {})
})

test('no page moves while it loads', (t) => {
  const worst = shifts.toSorted((a, b) => b.shift.score - a.shift.score)
  t.diagnostic(worst.slice(0, 5).map(describeShift).join('\n'))
  assert.equal(shifts.length, 2 * pages.length)
  const moved = worst.filter(({ shift }) => shift.score > SHIFT_MAX)
  assert.deepEqual(moved.map(describeShift), [])
})

test('the inbox with the first steps of a demo does not move on a first visit, however late their code arrives', async () => {
  const { body } = await demo.admin('GET /api/v1/chats?status=open&q=Meera')
  const [cookie, value] = demo.cookie.split('=') as [string, string]
  const found: { name: string; shift: LayoutShift }[] = []
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    const { page, context } = await open('/sign-in', { width, height })
    await context.addCookies([{ name: cookie, value, url: demo.url }])
    const shown = Promise.withResolvers<void>()
    await page.route(/\/assets\/first-run-/, async (route) => {
      await shown.promise
      await route.continue()
    })
    const shift = await measureShift(page, async () => {
      await page.goto(`/inbox/${body.data[0].id}?view=all`)
      await page.getByRole('region', { name: 'Conversation', exact: true }).waitFor()
      await settle(page)
      shown.resolve()
      await page.getByRole('complementary', { name: 'First steps' }).waitFor()
    })
    found.push({ name: `${width}`, shift })
  }
  const moved = found.filter(({ shift }) => shift.score > SHIFT_MAX)
  assert.deepEqual(moved.map(describeShift), [], found.map(describeShift).join('\n'))
})

test('a page that moves, or is wider than its window, is found', async () => {
  const { page } = await open('/sign-in', { width: 390, height: 844 })
  await settle(page)
  const still = await measureShift(page, async () => {})
  const moved = await measureShift(page, () =>
    page.evaluate(() => {
      const bar = document.createElement('div')
      bar.style.height = '200px'
      document.body.prepend(bar)
    }),
  )
  assert.ok(still.score <= SHIFT_MAX, describeShift({ name: 'still', shift: still }))
  assert.ok(moved.score > SHIFT_MAX, describeShift({ name: 'moved', shift: moved }))
  assert.deepEqual(await findExcess(page, 390, 844), [])
  await page.evaluate(() => {
    const wide = document.createElement('div')
    Object.assign(wide.style, { minWidth: '400px', height: '1px' })
    document.querySelector('main')!.append(wide)
  })
  assert.equal((await findExcess(page, 390, 844)).length, 1)
})

test('a colour that is too weak is found in the scheme that the page does not show', async () => {
  const { page } = await open('/sign-in')
  await settle(page)
  assert.deepEqual(await findViolations(page), [])
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':root[data-mantine-color-scheme="dark"] h1 { color: #333 !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const [found, ...others] = await findViolations(page)
  assert.match(found!, /^dark: color-contrast: .*\n.*h1/)
  assert.deepEqual(others, [])
})
