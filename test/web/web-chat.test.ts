import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import type { Locator } from 'playwright-core'
import { csvUpload } from '../csv-upload.ts'
import { toPng } from '../png.ts'
import type { Program } from '../processes.ts'
import { startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { signUser } from '../web-chats.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'
import { onSampleSite } from './on-sample-site.ts'
import { startSampleSite } from './sample-site.ts'

const product = await startWebProduct()
const ingestUrl = `http://127.0.0.1:${product.env['INGEST_PORT']}`
const site = await startSampleSite(ingestUrl, `http://localhost:${product.env['PORT']}`)
/** Servers that a test started again. */
const started: Program[] = []
after(() => Promise.all(started.map((program) => program.end())))

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns whether the browser could load a picture. */
const isLoaded = (picture: Locator) =>
  picture.evaluate((element) => {
    const { complete, naturalWidth } = element as HTMLImageElement
    return complete && naturalWidth > 0
  })

const {
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
} = onSampleSite(product, site)

test('a visitor writes, the inbox shows it, and the reply appears with the face of who answers while the page is open', async (t) => {
  const { id } = await createChat()
  const set = csvUpload(toPng(64, 64, [160, 90, 10, 255]), 'me.png', 'image/png')
  assert.equal((await product.admin('PUT /api/session/picture', set)).status, 200)
  const agent = await product.open('/inbox')
  const visitor = await openChat()
  await write(visitor.page, 'Is the blue one in stock?')
  await untilSent(visitor.page, 'Is the blue one in stock?')
  const row = agent.page.getByRole('region', { name: 'Conversations' }).getByRole('link')
  await row.filter({ hasText: 'Is the blue one in stock?' }).waitFor()
  const conversation = await conversationOf(id)
  await agent.page.goto(`/inbox/${conversation.id}?view=all`)
  const thread = agent.page.getByRole('region', { name: 'Conversation', exact: true })
  const composer = thread.getByRole('textbox', { name: /message/i })
  await composer.click()
  const times: number[] = []
  for (const text of ['Yes, in all sizes.', 'And in red.', 'Both are new.']) {
    await composer.pressSequentially(text)
    const requested = agent.page.waitForRequest((request) => request.url().endsWith('/replies'))
    await agent.page.keyboard.press('Enter')
    await requested
    const since = performance.now()
    await item(visitor.page, text).waitFor()
    times.push(Math.round(performance.now() - since))
  }
  t.diagnostic(`the replies appeared after ${times.join(', ')} ms`)
  const statuses = async () =>
    (await product.api(`GET /api/v1/chats/${conversation.id}/messages`)).body.data.map(
      (each: Message) => each.status,
    )
  await waitFor(async () => (await statuses()).includes('read'))
  // The name is with the first reply of the run, and with each for those who listen.
  const author = item(visitor.page, 'Yes, in all sizes.').locator('.author')
  const name = await author.textContent()
  assert.ok(name)
  assert.equal(await item(visitor.page, 'And in red.').locator('.author').count(), 0)
  assert.match((await item(visitor.page, 'And in red.').textContent())!, new RegExp(`^${name}: `))
  const face = item(visitor.page, 'Yes, in all sizes.').locator('.face')
  const picture = face.locator('img')
  await waitFor(async () => (await picture.count()) > 0 && isLoaded(picture))
  const address = (await picture.getAttribute('src'))!
  assert.equal((await product.admin('DELETE /api/session/picture')).status, 204)
  assert.equal((await fetch(address)).status, 404)
  await visitor.page.reload()
  await launcher(visitor.page).click()
  await item(visitor.page, 'Is the blue one in stock?').waitFor()
  await face.filter({ hasText: /^\p{L}+$/u, hasNot: visitor.page.locator('img') }).waitFor()
  await item(visitor.page, 'Yes, in all sizes.').waitFor()
  assert.equal(await panel(visitor.page).getByRole('listitem').count(), 5, 'greeting and messages')
  assert.deepEqual(visitor.problems, [])
})

test('formatted text is shown to the visitor and the agent, and typed by keys', async () => {
  const { id } = await createChat()
  const { page } = await openChat()
  await page.keyboard.press('ControlOrMeta+b')
  await field(page).pressSequentially('Blue')
  await page.keyboard.press('ControlOrMeta+b')
  await write(page, `${await field(page).inputValue()} one_in_stock?`)
  await untilSent(page, 'Blue one_in_stock?')
  const conversation = await conversationOf(id)
  await reply(conversation.id, '_Yes_: https://shop.example/_b_/c\n- *one*\n> <b>two</b>')
  const answer = item(page, 'Yes').filter({ has: page.locator('blockquote', { hasText: '<b>' }) })
  await answer.locator('ul li strong', { hasText: /^one$/ }).waitFor()
  assert.equal(await answer.locator('a').getAttribute('href'), 'https://shop.example/_b_/c')
  const agent = await product.open(`/inbox/${conversation.id}?view=all`)
  await agent.page.locator('article strong', { hasText: /^Blue$/ }).waitFor()
})

test('both sides send pictures and documents, and see that the other one types', async () => {
  const { id } = await createChat()
  const agent = await product.open('/inbox')
  const visitor = await openChat()
  await write(visitor.page, 'It arrived broken')
  await untilSent(visitor.page, 'It arrived broken')
  const conversation = await conversationOf(id)
  await agent.page.goto(`/inbox/${conversation.id}?view=all`)
  const thread = agent.page.getByRole('region', { name: 'Conversation', exact: true })
  await thread.getByText('It arrived broken').waitFor()

  // A signal that is sent before a stream listens is lost, so it is repeated.
  const isTyping = thread.getByRole('status').filter({ hasText: 'is typing…' })
  await waitFor(async () => {
    await field(visitor.page).pressSequentially('See ')
    return isTyping.isVisible()
  })
  await field(visitor.page).fill('')
  await waitFor(async () => !(await isTyping.isVisible()))

  const chooser = visitor.page.waitForEvent('filechooser')
  await panel(visitor.page).getByRole('button', { name: 'Attach a file' }).click()
  await (
    await chooser
  ).setFiles([
    { name: 'broken.png', mimeType: 'image/png', buffer: PICTURE },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>') },
  ])
  await item(visitor.page, 'page.html').getByText('Couldn’t send this file.').waitFor()
  await item(visitor.page, 'page.html').getByRole('button', { name: 'Delete' }).click()
  const picture = panel(visitor.page).getByRole('img', { name: 'broken.png' })
  await waitFor(() => isLoaded(picture))
  await waitFor(() => isLoaded(thread.getByRole('button', { name: /broken\.png/ }).locator('img')))

  await waitFor(async () => {
    const { status } = await product.api(`POST /api/v1/chats/${conversation.id}/typing`)
    assert.equal(status, 200)
    return panel(visitor.page).getByText('Typing a reply…').isVisible()
  })
  const upload = csvUpload('%PDF-1.7 return label', 'label.pdf', 'application/pdf')
  const { body: media } = await product.api('POST /api/v1/media', upload)
  await product.api('POST /api/v1/messages/send', {
    body: { conversation_id: conversation.id, media_id: media.id },
  })
  const link = panel(visitor.page).getByRole('link', { name: /label\.pdf/ })
  await link.waitFor()
  await panel(visitor.page).getByText('Typing a reply…').waitFor({ state: 'hidden' })
  const file = await fetch((await link.getAttribute('href'))!)
  assert.match(file.headers.get('content-disposition')!, /^attachment; filename="label\.pdf"/)
  assert.deepEqual(await findViolations(visitor.page), [])
  assert.deepEqual(
    visitor.problems.filter((each) => !each.includes('422')),
    [],
  )
})

test('a reply to a closed widget is counted on the button, also after a reload', async () => {
  const { id } = await createChat()
  const { page } = await openChat()
  await write(page, 'Hello')
  await untilSent(page, 'Hello')
  await panel(page).getByRole('button', { name: 'Close chat' }).click()
  const conversation = await conversationOf(id)
  const messageId = await reply(conversation.id, 'Hello from the team')
  await page.getByRole('button', { name: 'Open chat: 1 new message' }).waitFor()
  const status = async () => (await product.api(`GET /api/v1/messages/${messageId}`)).body.status
  await waitFor(async () => (await status()) === 'delivered')
  await page.reload()
  await page.getByRole('button', { name: 'Open chat: 1 new message' }).click()
  await item(page, 'Hello from the team').waitFor()
  await waitFor(async () => (await status()) === 'read')
})

test('nothing that is written without a network is lost, not even by a reload', async () => {
  const { id } = await createChat()
  const tab = await openChat()
  const { page } = tab
  await write(page, 'Online')
  await untilSent(page, 'Online')
  await tab.context.setOffline(true)
  await write(page, 'Offline one')
  await write(page, 'Offline two')
  await panel(page).getByText('No connection.').waitFor()
  await item(page, 'Offline one')
    .getByText(/Not sent yet|Sending/)
    .waitFor()
  await tab.context.route(`${ingestUrl}/chat/*/messages`, (route) => route.abort())
  await tab.context.setOffline(false)
  await page.reload()
  await launcher(page).click()
  await item(page, 'Offline one').waitFor()
  await tab.context.unroute(`${ingestUrl}/chat/*/messages`)
  await untilSent(page, 'Offline one')
  await untilSent(page, 'Offline two')
  const conversation = await conversationOf(id)
  await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats/${conversation.id}/messages`)
    return body.data.length >= 3
  })
  const { body } = await product.api(`GET /api/v1/chats/${conversation.id}/messages`)
  assert.deepEqual(body.data.map((each: Message) => each.text).toSorted(), [
    'Offline one',
    'Offline two',
    'Online',
  ])
})

test('what was answered survives a kill of the server, and the widget goes on afterwards', async () => {
  const { id } = await createChat()
  const { page } = await openChat()
  await write(page, 'Before the kill')
  await untilSent(page, 'Before the kill')
  await product.server.end('SIGKILL')
  await write(page, 'While it is away')
  await item(page, 'While it is away').waitFor()
  started.push(await startServer(product.env, ['--only', 'api,ingest,worker', '--json']))
  await untilSent(page, 'While it is away')
  const conversation = await conversationOf(id)
  await reply(conversation.id, 'We are back')
  await item(page, 'We are back').waitFor()
  // The worker records what is stored in a moment.
  const { body } = await waitFor(async () => {
    const answer = await product.api(`GET /api/v1/chats/${conversation.id}/messages`)
    return answer.body.data.length >= 3 ? answer : undefined
  })
  assert.deepEqual(body.data.map((each: Message) => each.text).toSorted(), [
    'Before the kill',
    'We are back',
    'While it is away',
  ])
})

test('the script is small, and cached until it changes', async () => {
  const get = (headers: Record<string, string>) => fetch(`${ingestUrl}/chat.js`, { headers })
  const script = await get({ 'accept-encoding': 'br' })
  assert.equal(script.headers.get('content-encoding'), 'br')
  const bytes = Number(script.headers.get('content-length'))
  assert.ok(bytes > 2_000 && bytes <= 15_000, `${bytes} bytes`)
  assert.match(script.headers.get('cache-control')!, /^public, max-age=\d+/)
  assert.equal(script.headers.get('cross-origin-resource-policy'), 'cross-origin')
  const text = await script.text()
  assert.doesNotMatch(text, /\beval\(|new Function|innerHTML|document\.write/)
  const again = await get({ 'if-none-match': script.headers.get('etag')! })
  assert.equal(again.status, 304)
})

test('a site that is not allowed shows no chat', async () => {
  const { body } = await product.admin('POST /api/developer/web-chats', {
    body: { name: 'Sample shop', allowed_origins: ['https://other.example'] },
  })
  site.show({ 'data-channel': body.public_id })
  const tab = await product.open(site.url, { as: 'nobody' })
  await waitFor(() => tab.problems.length > 0)
  assert.equal(await launcher(tab.page).count(), 0)
})

test('the widget asks for what the settings require in a step before the conversation, and says what is wrong', async () => {
  const { id } = await createChat({ name_field: 'required', email_field: 'optional' })
  const { page } = await product.open(site.url, { as: 'nobody' })
  await launcher(page).click()
  const name = panel(page).getByLabel('Your name', { exact: true })
  await waitFor(() => name.evaluate((each) => each.matches(':focus')))
  assert.equal(await field(page).count(), 0)
  await page.keyboard.press('Enter')
  await panel(page).getByRole('alert').getByText('Enter your name.').waitFor()
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  await page.keyboard.type('Asha')
  await panel(page).getByLabel('Your email address (optional)').fill('nobody')
  await page.keyboard.press('Enter')
  await panel(page)
    .getByRole('alert')
    .getByText(/Enter an email address/)
    .waitFor()
  assert.equal(await name.getAttribute('aria-invalid'), null)
  await panel(page).getByLabel('Your email address (optional)').fill('asha@example.com')
  await panel(page).getByRole('button', { name: 'Start chat' }).click()
  await waitFor(() => field(page).evaluate((each) => each.matches(':focus')))
  assert.equal(await name.isVisible(), false)
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await untilSent(page, 'Hello')
  const conversation = await conversationOf(id)
  assert.deepEqual([conversation.person.name, conversation.person.email], ['Asha', null])
})

test('a user whom the site vouches for has the conversation on every device, and nobody else there', async () => {
  const chat = await createChat()
  const show = (user?: string) =>
    site.show({
      'data-channel': chat.public_id,
      ...(user && { 'data-user': signUser(chat, { sub: user, name: 'Asha' }) }),
    })
  show('u-1')
  const laptop = await openChat()
  await write(laptop.page, 'From my laptop')
  await untilSent(laptop.page, 'From my laptop')
  await conversationOf(chat.id)
  const phone = await openChat({ width: 390, height: 800 })
  await item(phone.page, 'From my laptop').waitFor()
  show()
  await phone.page.reload()
  await launcher(phone.page).click()
  await field(phone.page).waitFor()
  await write(phone.page, 'Who was here?')
  await untilSent(phone.page, 'Who was here?')
  assert.equal(await item(phone.page, 'From my laptop').count(), 0)
})

test('the widget breaks no rule of WCAG 2.2 AA, in both languages and schemes, and fits a phone', async () => {
  for (const { language, width } of [
    { language: 'en', width: 1280 },
    { language: 'hi', width: 320 },
  ]) {
    const { id } = await createChat({ language, name_field: 'optional', email_field: 'required' })
    const { page, problems } = await product.open(site.url, { as: 'nobody', width, height: 640 })
    await page.locator('.launcher').click()
    await page.locator('input[type=email]').fill('asha@example.com')
    assert.deepEqual(await findViolations(page), [], `${language}, before`)
    await page.keyboard.press('Enter')
    await page.locator('textarea').fill('See https://example.com/blue, please')
    await page.keyboard.press('Enter')
    const conversation = await conversationOf(id)
    await reply(conversation.id, 'It is https://example.com/green')
    await page.getByRole('link', { name: /green/ }).waitFor()
    assert.deepEqual(await findViolations(page), [], `${language}, after`)
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(excess, 0)
    assert.deepEqual(problems, [])
  }
})

test('the widget works with the keyboard alone, and returns the focus', async () => {
  await createChat()
  const { page } = await product.open(site.url, { as: 'nobody' })
  await launcher(page).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('lines')
  await page.keyboard.press('Enter')
  await untilSent(page, 'Two')
  await page.keyboard.press('Escape')
  assert.equal(await panel(page).isVisible(), false)
  await page.keyboard.press('Enter')
  await field(page).waitFor()
})
