import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'

/** Begins a reply (`r`) or a note (`n`) by its key, once there is where to write, and waits until one writes there. */
export async function startWriting(page: Page, key: 'r' | 'n'): Promise<void> {
  const field = page.locator('section[data-mode] textarea')
  await field.waitFor()
  await page.keyboard.press(key)
  await waitFor(() => field.evaluate((each) => each === document.activeElement), {
    what: `the focus where one writes, after ${key}`,
  })
}
