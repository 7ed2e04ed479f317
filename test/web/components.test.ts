import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { findViolations, openBrowser } from './browser.ts'
import { openComponents } from './open-components.ts'

const WEB = join(import.meta.dirname, '../../web')
const components = await openComponents()
after(components.close)
const { browser, open } = await openBrowser(new URL(components.url).origin)
after(() => browser.close())

test('every component is shown in its states, in both colour schemes', async () => {
  const { page, problems } = await open('/components')
  await page.locator('[data-story]').first().waitFor()
  const shown = await page
    .locator('[data-story]')
    .evaluateAll((stories) => stories.map((story) => story.getAttribute('data-story')!))
  const elsewhere = await page.locator('[data-elsewhere]').allInnerTexts()
  const ofTheApi = elsewhere.map((file) => file.trim())
  const files = globSync('components/*.tsx', { cwd: WEB }).map((file) => basename(file, '.tsx'))
  assert.deepEqual([...shown, ...ofTheApi].toSorted(), files.toSorted())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await findViolations(page)
    // States are beside each other here, so names, headings and landmarks repeat.
    const broken = found.filter(
      (each) => !/landmark|heading|region|unique|page-has/.test(JSON.stringify(each)),
    )
    assert.deepEqual(broken, [], colorScheme)
  }
  assert.deepEqual(problems, [])
})

test('the built app has no page of components', () => {
  const built = globSync('dist/**/*.{html,js}', { cwd: WEB })
  assert.ok(built.some((file) => file.endsWith('index.html')))
  for (const file of built) {
    assert.doesNotMatch(file, /components|stories/)
    assert.doesNotMatch(readFileSync(join(WEB, file), 'utf8'), /data-story/, file)
  }
})
