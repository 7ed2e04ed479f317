import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'

/** Presses the key of a reply (`r`) or a note (`n`) once the composer exists, and waits until it has the focus. */
export async function startWriting(page: Page, key: 'r' | 'n'): Promise<void> {
  const field = page.locator('section[data-mode] textarea')
  await field.waitFor()
  await page.keyboard.press(key)
  await waitFor(() => field.evaluate((each) => each === document.activeElement), {
    what: `the focus where one writes, after ${key}`,
  })
}
