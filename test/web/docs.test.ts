import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations } from './browser.ts'
import { shareWebProduct } from './shared-product.ts'

const { open } = await shareWebProduct()

test('the documentation is found by search, from the keyboard', async () => {
  const { page, problems } = await open('/docs')
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => /IBM Plex/.test(family) && status === 'loaded',
    ),
  )
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('/')
  await page.keyboard.type('which requests to repeat')
  await page.getByRole('option', { name: /Which requests to repeat/ }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/guides/idempotency#which-requests-to-repeat')
  await page.getByRole('searchbox').fill('no such thing anywhere')
  await page.getByText('No results').waitFor()
  assert.deepEqual(problems, [])
})

test('a block of the documentation is copied, and a phone hides the list of pages', async () => {
  const { page, problems } = await open('/docs/guides/errors', { width: 390, height: 800 })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const pages = page.getByRole('navigation', { name: 'Pages' })
  assert.equal(await pages.getByRole('link', { name: 'Send messages' }).isVisible(), false)
  await pages.getByText('Pages').click()
  await pages.getByRole('link', { name: 'Send messages' }).waitFor()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(copied, /^curl -s "\$PARLEY_URL\/api\/v1\/contacts"/)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.equal(excess, 0)
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('a page shows its samples in the language that the reader chose before, and all of them without scripts', async () => {
  const { page, context, problems } = await open('/docs/guides/contacts')
  const shown = () =>
    page.locator('.tab:visible').evaluateAll((tabs) => tabs.map((tab) => tab.dataset['tab']))
  assert.deepEqual(await shown(), ['curl', 'curl'])
  await page.getByRole('tab', { name: 'TypeScript' }).last().click()
  await page.keyboard.press('ArrowRight')
  assert.deepEqual(await shown(), ['python', 'python'])
  assert.deepEqual(await findViolations(page), [])
  await page.goto('/docs/guides/verify-webhooks')
  assert.deepEqual(await shown(), ['python'])
  // The samples of the web app use the same choice.
  assert.equal(await page.evaluate(() => localStorage.getItem('parley-code-language')), 'python')
  await context.route('**/docs.js', (route) => route.abort())
  await page.goto('/docs/guides/contacts')
  assert.equal((await shown()).length, 6)
  assert.equal(problems.filter((problem) => !problem.includes('docs.js')).length, 0)
})

test('a link in a table is high enough to be hit with any font', async () => {
  const { page } = await open('/docs/api')
  const sizes = await page.evaluate(() => {
    const links = [...document.querySelectorAll('td a')]
    return links
      .map((link) => link.getBoundingClientRect())
      .map(({ width, height }) => [width, height])
  })
  assert.ok(sizes.length > 0)
  assert.deepEqual(
    sizes.filter((size) => size.some((pixels) => pixels < 24)),
    [],
  )
})

test('every page of the documentation fits a phone of 320 pixels without scrolling sideways', async () => {
  const { page } = await open('/docs', { width: 320, height: 640 })
  const links = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map(({ pathname }) => pathname),
  )
  const paths = [...new Set(links)].filter((path) => path.startsWith('/docs/'))
  assert.ok(paths.length > 30)
  const wide: Record<string, number> = {}
  for (const path of paths) {
    await page.goto(path)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (excess > 0) wide[path] = excess
  }
  assert.deepEqual(wide, {})
})
