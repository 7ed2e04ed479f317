import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { CHANNEL_TOKEN, textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const { api, admin } = product

/** Returns the conversation of a customer who just wrote, or wrote at `at` (seconds). */
async function openChat(from: string, name: string, at?: number): Promise<string> {
  const id = `wamid.composer-${from}`
  const body = textPayload(product.phoneNumberId, [{ id, from, name, text: 'Hello' }])
  const sent = at === undefined ? body : body.replace(/"timestamp":"\d+"/, `"timestamp":"${at}"`)
  assert.equal((await product.postSigned(sent)).status, 200)
  let chatId: string | undefined
  await waitFor(async () => {
    const { body: found } = await api(`GET /api/v1/chats?q=${from}`)
    chatId = found.data[0]?.id
    return chatId !== undefined
  })
  return chatId!
}

/** Reads the messages sent to the conversation, oldest first. */
async function outboundOf(chatId: string): Promise<Message[]> {
  const { body } = await api(`GET /api/v1/chats/${chatId}/messages?limit=100`)
  return body.data.filter((each: Message) => each.direction === 'outbound').toReversed()
}

async function untilSent(chatId: string, count: number): Promise<Message[]> {
  let messages: Message[] = []
  await waitFor(async () => {
    messages = await outboundOf(chatId)
    return messages.length >= count
  })
  assert.equal(messages.length, count)
  return messages
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

describe('a reply', () => {
  test('is sent by Enter, keeps its lines, and is there once', async () => {
    const chatId = await openChat('919811000001', 'Asha Rao')
    const { page, problems } = await product.open(`/inbox/${chatId}`)
    await field(page).pressSequentially('One')
    await page.keyboard.press('Shift+Enter')
    await field(page).pressSequentially('Two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), '')
    await field(page).fill('Three')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const messages = await untilSent(chatId, 2)
    assert.deepEqual(
      messages.map((each) => [each.text, each.author.type]),
      [
        ['One\nTwo', 'member'],
        ['Three', 'member'],
      ],
    )
    await page.getByText('Three', { exact: true }).first().waitFor()
    assert.equal(await page.locator('main').getByText('Two').count(), 1)
    assert.deepEqual(problems, [])
  })

  test('that is not sent survives a reload, for each chat, beside a note', async () => {
    const [a, b] = [
      await openChat('919811000002', 'Ravi Iyer'),
      await openChat('919811000003', 'Meera Das'),
    ]
    const { page } = await product.open(`/inbox/${a}`)
    await field(page).fill('Half a reply')
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await page.getByLabel('Internal note').fill('Half a note')
    await visit(page, `/inbox/${b}`)
    assert.equal(await field(page).inputValue(), '')
    await visit(page, `/inbox/${a}`)
    await page.reload()
    assert.equal(await page.getByLabel('Internal note').inputValue(), 'Half a note')
    await page.getByRole('button', { name: 'Reply', exact: true }).click()
    assert.equal(await field(page).inputValue(), 'Half a reply')
    assert.deepEqual(await outboundOf(a), [])
  })

  test('takes canned replies by / with the names filled in, by keyboard alone', async () => {
    const chatId = await openChat('919811000004', 'Leela Nair')
    const text = 'Hello {first_name}, this is {my_name}.'
    for (const [shortcut, words] of [
      ['welcome', text],
      ['bye', 'Goodbye'],
    ])
      await api('POST /api/v1/canned-replies', { body: { shortcut, text: words } })
    const { page } = await product.open(`/inbox/${chatId}`)
    await field(page).pressSequentially('So: /')
    await page.getByRole('option').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    assert.equal(await field(page).inputValue(), 'So: Hello Leela, this is admin.')
    await field(page).fill('')
    await field(page).pressSequentially('/wel')
    await page.getByRole('option', { name: /welcome/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    assert.equal(await field(page).inputValue(), '/wel', 'Escape leaves the text')
    assert.deepEqual(await outboundOf(chatId), [], 'choosing sends nothing')
  })

  test('takes emoji, whose words come from our own server', async () => {
    const chatId = await openChat('919811000005', 'Omar Khan')
    const { page, context, problems } = await product.open(`/inbox/${chatId}`)
    const hosts = new Set<string>()
    context.on('request', (request) => hosts.add(new URL(request.url()).host))
    await field(page).fill('Yes ')
    await page.getByRole('button', { name: 'Emoji' }).click()
    await page
      .getByRole('gridcell', { name: /grinning/i })
      .first()
      .waitFor()
    await page.getByPlaceholder('Search emoji').fill('thumbs up')
    await page.getByRole('gridcell', { name: /^thumbs up$/i }).click()
    assert.match(await field(page).inputValue(), /^Yes 👍/u)
    assert.deepEqual([...hosts], [new URL(product.url).host])
    assert.deepEqual(problems, [])
  })

  test('longer than the platform takes is not sent, and says by how much', async () => {
    const chatId = await openChat('919811000006', 'Priya Das')
    const { page } = await product.open(`/inbox/${chatId}`)
    await field(page).fill('😀'.repeat(4097))
    await page.getByText('1 character over the limit').waitFor()
    await page.keyboard.press('Enter')
    assert.equal([...(await field(page).inputValue())].length, 4097)
    await field(page).fill('😀'.repeat(4096))
    await page.keyboard.press('Enter')
    const [message] = await untilSent(chatId, 1)
    assert.equal(message?.text, '😀'.repeat(4096))
  })
})

describe('a message that is answered', () => {
  const bar = (page: Page) => page.getByRole('button', { name: 'Remove quote' })
  const article = (page: Page, text: string) => page.locator('article', { hasText: text })

  async function answer(page: Page, text: string): Promise<void> {
    await article(page, text).hover()
    await article(page, text).getByRole('button', { name: 'Message actions' }).click()
    await page.getByRole('menuitem', { name: 'Reply' }).click()
    await bar(page).waitFor()
  }

  test('stands above the reply, goes with it once, and can be taken away again', async () => {
    const chatId = await openChat('919811000021', 'Tara Sen')
    const { page, problems } = await product.open(`/inbox/${chatId}`)
    await article(page, 'Hello').waitFor()
    await answer(page, 'Hello')
    await page.getByText('Replying to Tara Sen').waitFor()
    await page.keyboard.type('Hello to you')
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    assert.equal(await field(page).inputValue(), 'Hello to you', 'Escape drops the quote alone')
    await answer(page, 'Hello')
    await page.keyboard.press('Enter')
    await bar(page).waitFor({ state: 'detached' })
    await field(page).fill('And one more')
    await page.keyboard.press('Enter')
    const [first, second] = await untilSent(chatId, 2)
    const { body } = await api(`GET /api/v1/chats/${chatId}/messages`)
    const hello = body.data.find((each: Message) => each.direction === 'inbound')
    assert.deepEqual(
      [first?.text, first?.reply_to, second?.text, second?.reply_to],
      ['Hello to you', hello.id, 'And one more', null],
    )
    await article(page, 'Hello to you')
      .getByRole('button', { name: /quoted message: Hello/ })
      .waitFor()
    assert.deepEqual(problems, [])
  })

  test('is shown with an answer that arrives while one looks, whatever kind it is', async () => {
    const from = '919811000022'
    const chatId = await openChat(from, 'Uma Sen')
    const { page } = await product.open(`/inbox/${chatId}`)
    await article(page, 'Hello').waitFor()
    const send = async (node: object) => {
      const body = { from: `+${from}`, phone_number_id: product.phoneNumberId, ...node }
      const sent = await product.simulator('POST /sim/inbound', { body })
      assert.equal(sent.status, 200, sent.text)
      return sent.body.message_id as string
    }
    const place = await send({ type: 'location', location: { latitude: 19.07, longitude: 72.87 } })
    await send({ text: 'Come here', context: { id: place } })
    const quote = { name: /quoted message: Location/ }
    await article(page, 'Come here').getByRole('button', quote).waitFor()
  })
})

test('the newest message stays in sight while the reply grows', async () => {
  const chatId = await openChat('919811000023', 'Veena Sen')
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}`).join('\n')
  await api('POST /api/v1/messages/send', { body: { conversation_id: chatId, message: lines } })
  // An unread conversation would open at its first unread message.
  await api(`POST /api/v1/chats/${chatId}/read`)
  const { page } = await product.open(`/inbox/${chatId}`)
  const log = page.getByRole('log')
  const below = () =>
    log.evaluate((each) => Math.round(each.scrollHeight - each.scrollTop - each.clientHeight))
  await log.getByText('Line 29').waitFor()
  await field(page).waitFor()
  await waitFor(async () => (await below()) === 0)
  const heightOf = () => log.evaluate((each) => each.clientHeight)
  const grows = async (grow: () => Promise<unknown>) => {
    const height = await heightOf()
    await grow()
    await waitFor(async () => (await heightOf()) < height)
    await waitFor(async () => (await below()) === 0)
  }
  await grows(() => field(page).fill('One\nTwo'))
  await grows(() => field(page).fill('One\nTwo\nThree\nFour\nFive'))
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }
  await grows(() => page.locator('input[type=file]').setInputFiles([file]))
})

describe('files', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

  test('go by the button, with the words as their caption', async () => {
    const chatId = await openChat('919811000007', 'Zoë Diaz')
    const { page, problems } = await product.open(`/inbox/${chatId}`)
    await field(page).fill('The receipt')
    const name = 'receipt \u202egnp.png'
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name, mimeType: 'image/png', buffer: png }])
    await page.getByRole('list', { name: 'Attached files' }).getByRole('listitem').waitFor()
    await field(page).press('Enter')
    const [message] = await untilSent(chatId, 1)
    assert.deepEqual(
      [message?.type, message?.text, message?.media?.mime_type, message?.media?.size_bytes],
      ['image', 'The receipt', 'image/png', png.length],
    )
    assert.equal(await page.getByRole('list', { name: 'Attached files' }).count(), 0)
    assert.deepEqual(problems, [])
  })

  test('go by paste and by drop, several in their order', async () => {
    const chatId = await openChat('919811000008', 'John Smith')
    const { page } = await product.open(`/inbox/${chatId}`)
    await field(page).focus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['one'], 'one.txt', { type: 'text/plain' }))
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
      const dropped = new DataTransfer()
      dropped.items.add(new File(['two'], 'two.txt', { type: 'text/plain' }))
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: dropped, bubbles: true, cancelable: true }),
        )
    })
    const list = page.getByRole('list', { name: 'Attached files' })
    await list.getByText('one.txt').waitFor()
    await list.getByText('two.txt').waitFor()
    await field(page).press('Enter')
    const messages = await untilSent(chatId, 2)
    assert.deepEqual(
      messages.map((each) => each.media?.filename),
      ['one.txt', 'two.txt'],
    )
  })

  test('that cannot be sent say why, and can be taken away', async () => {
    const chatId = await openChat('919811000009', 'Anil Rao')
    const { page } = await product.open(`/inbox/${chatId}`)
    await page
      .locator('input[type=file]')
      .setInputFiles([
        { name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      ])
    await page.getByRole('alert').getByText('This file type can’t be sent').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Retry uploading a.exe/ }).count(), 0)
    await field(page).fill('With a file')
    await page.keyboard.press('Enter')
    assert.equal(await field(page).inputValue(), 'With a file', 'nothing is sent without it')
    await page.getByRole('button', { name: 'Remove a.exe' }).click()
    await field(page).press('Enter')
    const [message] = await untilSent(chatId, 1)
    assert.deepEqual([message?.text, message?.type], ['With a file', 'text'])
  })
})

test('a note names a colleague, who finds it, and the customer gets nothing', async () => {
  const chatId = await openChat('919811000010', 'Nisha Jain')
  const { page } = await product.open(`/inbox/${chatId}`)
  await page.getByRole('button', { name: 'Note', exact: true }).click()
  const note = page.getByLabel('Internal note')
  await note.pressSequentially('Please look @age')
  await page.getByRole('option', { name: /agent/ }).waitFor()
  await page.keyboard.press('Enter')
  await note.pressSequentially('today')
  await page.keyboard.press('Enter')
  let notes: any[] = []
  await waitFor(async () => {
    const { body } = await api(`GET /api/v1/chats/${chatId}/thread`)
    notes = body.data.filter((item: any) => item.kind === 'note')
    return notes.length > 0
  })
  assert.equal(notes[0].text, 'Please look @agent today')
  assert.equal(notes[0].mentions.length, 1)
  assert.deepEqual(await outboundOf(chatId), [])
})

describe('a chat whose window has closed', () => {
  test('takes only a template, which is seen before it is sent', async () => {
    const chatId = await openChat(
      '919811000011',
      'Kiran Bedi',
      Math.floor(Date.now() / 1000) - 90_000,
    )
    await approveTemplate()
    const { page, problems } = await product.open(`/inbox/${chatId}`)
    await page.getByText('more than 24 hours old').waitFor()
    assert.equal(await field(page).count(), 0)
    await page.getByRole('button', { name: 'Choose template' }).click()
    await page.getByRole('button', { name: /^table_ready/ }).click()
    await page.getByLabel('Hi [1], … is ready.').fill('Kiran')
    await page.getByLabel('Hi …, [2] is ready.').fill('table 7')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('Hi Kiran, table 7 is ready.').waitFor()
    await page.getByRole('button', { name: 'Send template' }).click()
    const [message] = await untilSent(chatId, 1)
    assert.deepEqual([message?.type, message?.text], ['template', 'Hi Kiran, table 7 is ready.'])
    assert.deepEqual(problems, [])
  })

  async function approveTemplate(): Promise<void> {
    const made = await product.simulator('POST /v25.0/77001122334455/message_templates', {
      headers: { authorization: `Bearer ${CHANNEL_TOKEN}` },
      body: {
        name: 'table_ready',
        language: 'en',
        category: 'UTILITY',
        components: [
          {
            type: 'BODY',
            text: 'Hi {{1}}, {{2}} is ready.',
            example: { body_text: [['Ada', 'table 3']] },
          },
        ],
      },
    })
    assert.equal(made.status, 200, made.text)
    const approved = await product.simulator(`POST /sim/templates/${made.body.id}`, {
      body: { status: 'APPROVED' },
    })
    assert.equal(approved.status, 200, approved.text)
    const { body: channels } = await admin('GET /api/developer/channels')
    const synced = await admin(
      `POST /api/developer/channels/${channels.data[0].id}/templates/sync`,
      { body: {} },
    )
    assert.equal(synced.status, 200, synced.text)
  }
})

test('the composer and the person pane have no violation, light and dark, on a phone too', async () => {
  const chatId = await openChat('919811000012', 'Sunita Rao')
  for (const width of [1440, 375]) {
    const { page } = await product.open(`/inbox/${chatId}`, { width })
    await field(page).fill('/')
    assert.deepEqual(await findViolations(page), [])
    await page.getByRole('button', { name: 'Note', exact: true }).click()
    await page.getByLabel('Internal note').waitFor()
    assert.deepEqual(await findViolations(page), [])
  }
})
