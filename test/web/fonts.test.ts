import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { FONT_FAMILIES, readFontSet } from './fonts.ts'

const browser = await launchBrowser()
const set = readFontSet()
const skip = process.platform === 'linux' ? false : 'Only on Linux does Chromium use fontconfig.'

/** Returns the families with which Chromium paints an element's text. */
async function readFamilies(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

test(`pages use only the fonts of the set ${set}, whatever the system has`, { skip }, async () => {
  const page = await browser.newPage()
  const { sans, serif, mono } = FONT_FAMILIES[set]
  const expected = {
    'system-ui': sans,
    'Segoe UI, Helvetica, Arial, sans-serif': sans,
    serif,
    'Menlo, Courier New, monospace': mono,
    [set === 'dejavu' ? 'Noto Sans' : 'DejaVu Sans']: sans,
  }
  const used: Record<string, string[]> = {}
  for (const family of Object.keys(expected)) {
    await page.setContent(`<p style="font-family: ${family}">Invoice é ₹</p>`)
    used[family] = await readFamilies(page, 'p')
  }
  assert.deepEqual(
    used,
    Object.fromEntries(Object.entries(expected).map(([family, name]) => [family, [name]])),
  )
  await page.close()
})
