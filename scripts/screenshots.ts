/**
 * Takes a picture of every page of the app into `screenshots/`, at three widths, light and dark, in English and Hindi: `npm run
 * screenshots`, or `npm run screenshots -- chat reports` for chosen pages. `components` is the page of all components.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '#test/web/browser.ts'
import { launchDemo } from '#test/web/demo.ts'
import { openComponents } from '#test/web/open-components.ts'
import { listPages, settle } from '#test/web/pages.ts'

const LANGUAGES = ['en', 'hi'] as const
const SIZES = { phone: [375, 740], tablet: [834, 1112], desktop: [1440, 900] } as const
const folder = join(import.meta.dirname, '../screenshots')
const chosen = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'parley-screenshots-'))
const demo = await launchDemo({}, dataDir)
const { browser, open } = await openBrowser(demo.url)
const components = await openComponents()
try {
  const pages = (await listPages(demo)).filter(
    ({ name }) => chosen.length === 0 || chosen.includes(name),
  )
  let taken = 0
  const looks = Object.entries(SIZES).flatMap(([size, [width, height]]) =>
    (['light', 'dark'] as const).flatMap((scheme) =>
      LANGUAGES.map((locale) => ({ size, width, height, scheme, locale })),
    ),
  )
  for (const { size, ...look } of looks) {
    const name = `${size}-${look.scheme}-${look.locale}`
    const { page, context } = await open('/sign-in', look)
    const [cookie, value] = demo.cookie.split('=') as [string, string]
    for (const { name: shown, path, isOpen, shows } of pages) {
      if (!isOpen) await context.addCookies([{ name: cookie, value, url: demo.url }])
      await page.goto(path)
      await settle(page, shows)
      await page.screenshot({ path: join(folder, `${shown}-${name}.png`) })
      taken++
    }
    if (look.locale === 'en' && (chosen.length === 0 || chosen.includes('components'))) {
      await page.goto(components.url)
      await page.locator('[data-story]').first().waitFor()
      await page.screenshot({ path: join(folder, `components-${name}.png`), fullPage: true })
      taken++
    }
    await context.close()
  }
  process.stdout.write(`${taken} pictures are in ${folder}.\n`)
} finally {
  await browser.close()
  await components.close()
  await demo.server.end()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
