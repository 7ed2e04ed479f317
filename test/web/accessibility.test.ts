import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, openBrowser } from './browser.ts'
import { startDemo } from './demo.ts'
import { listPages, settle, visit } from './pages.ts'

const demo = await startDemo()
const { open } = await openBrowser(demo.url)
const pages = await listPages(demo)

test('no page breaks a rule of WCAG 2.2 AA, light or dark, or logs an error', async () => {
  const { page, context, problems } = await open('/sign-in')
  const found: Record<string, string[]> = {}
  const sorted = pages.toSorted((a, b) => Number(b.isOpen ?? false) - Number(a.isOpen ?? false))
  let isSignedIn = false
  for (const { name, path, isOpen = false, shows } of sorted) {
    if (!isOpen && !isSignedIn) {
      const [cookie, value] = demo.cookie.split('=') as [string, string]
      await context.addCookies([{ name: cookie, value, url: demo.url }])
    }
    if (isSignedIn) await visit(page, path)
    else await page.goto(path)
    isSignedIn = !isOpen
    await settle(page, shows)
    const violations = await findViolations(page)
    const headings = await page.locator('h1').count()
    if (headings !== 1) violations.push(`${headings} headings of the first level`)
    if (violations.length > 0) found[name] = violations
    if (problems.length > 0) found[`${name} (console)`] = problems.splice(0)
  }
  assert.deepEqual(found, {})
})

test('every page fits a phone of 320 pixels without scrolling sideways', async () => {
  const { page } = await open('/sign-in', { cookie: demo.cookie, width: 320, height: 640 })
  const wide: string[] = []
  let isInApp = false
  for (const { name, path, isOpen = false, shows } of pages) {
    if (isInApp) await visit(page, path)
    else await page.goto(path)
    isInApp = !isOpen
    await settle(page, shows)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (excess > 0) wide.push(`${name} by ${excess} pixels`)
  }
  assert.deepEqual(wide, [])
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
