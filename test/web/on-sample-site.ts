import assert from 'node:assert/strict'
import type { Conversation } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import type { Tab } from './browser.ts'
import type { startWebProduct } from './product.ts'
import type { startSampleSite } from './sample-site.ts'

type WebProduct = Awaited<ReturnType<typeof startWebProduct>>
type Site = Awaited<ReturnType<typeof startSampleSite>>
/** Settings of a web chat that a test chooses. */
export type WebChatSettings = {
  name_field?: string
  email_field?: string
  language?: string
  greeting?: string
}

/** Returns what a test does with web chats of a product that are shown on a sample site. */
export function onSampleSite(product: WebProduct, site: Site) {
  /** Creates a web chat on the sample site, without questions before the first message. */
  async function createChat(settings: WebChatSettings = {}) {
    const { status, body, text } = await product.admin('POST /api/developer/web-chats', {
      body: {
        name: 'Sample shop',
        color: '#0b6e4f',
        allowed_origins: [site.url],
        name_field: 'hidden',
        email_field: 'hidden',
        ...settings,
      },
    })
    assert.equal(status, 201, text)
    site.show({ 'data-channel': body.public_id })
    return body as { id: string; public_id: string; secret: string }
  }

  const launcher = (page: Page) => page.getByRole('button', { name: /^Open chat/ })
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Sample shop' })
  const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Write a message' })
  const item = (page: Page, text: string) =>
    panel(page).getByRole('listitem').filter({ hasText: text })

  async function openChat(look: Parameters<typeof product.open>[1] = {}): Promise<Tab> {
    const tab = await product.open(site.url, { ...look, as: 'nobody' })
    await launcher(tab.page).click()
    await field(tab.page).waitFor()
    return tab
  }

  async function write(page: Page, text: string): Promise<void> {
    await field(page).fill(text)
    await field(page).press('Enter')
  }

  /** Waits until the item of a message says that the server has it. */
  async function untilSent(page: Page, text: string): Promise<void> {
    await item(page, text).getByText(/Sent$/).waitFor()
  }

  async function conversationOf(channelId: string): Promise<Conversation> {
    return waitFor(
      async () => {
        const { body } = await product.api('GET /api/v1/chats?status=open')
        return body.data.find((each: Conversation) => each.channel.id === channelId)
      },
      // A worker that was killed leaves its work to the next one after a lease of 15 seconds.
      { what: 'the conversation' },
    )
  }

  async function reply(conversationId: string, message: string): Promise<string> {
    const body = { conversation_id: conversationId, message }
    const sent = await product.api('POST /api/v1/messages/send', { body })
    assert.equal(sent.status, 201, sent.text)
    return sent.body.id
  }

  return {
    createChat,
    launcher,
    panel,
    field,
    item,
    openChat,
    write,
    untilSent,
    conversationOf,
    reply,
  }
}
