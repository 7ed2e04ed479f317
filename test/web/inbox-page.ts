import type { Conversation } from '#client/generated/models.ts'
import type { Locator, Page } from 'playwright-core'
import type { Call } from '../app.ts'
import { waitFor } from '../wait-for.ts'
import { startWriting } from './start-writing.ts'

/** Returns the open conversation of an inbox. */
export function thread(page: Page): Locator {
  return page.getByRole('region', { name: 'Conversation', exact: true })
}

/** Returns the message with a text, a part of a regular expression, in the open conversation. */
export function message(page: Page, text: string): Locator {
  return thread(page)
    .locator('article')
    .filter({ has: page.locator('bdi.customer-text', { hasText: new RegExp(`^${text}$`) }) })
}

/** Writes a reply in the open conversation and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /message/i }).waitFor()
  await startWriting(page, 'r')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Returns the conversation with a phone number, given without its plus sign, once it exists. */
export function findChat({ api }: { api: Call }, phone: string): Promise<Conversation> {
  return waitFor(async () => (await api(`GET /api/v1/chats?q=%2B${phone}`)).body.data[0] ?? false, {
    what: 'the chat',
  })
}
