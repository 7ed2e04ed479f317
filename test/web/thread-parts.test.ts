import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message, MessageFile } from '#client/generated/models.ts'
import type { Locator } from 'playwright-core'
import { textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { findChat, message, thread } from './inbox-page.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()
const NAME = 'Priya Parts'

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const IMAGE = { type: 'image', media: { base64: PNG, mime_type: 'image/png' } }

/** Performs a customer's action on the simulator's phone. */
async function send(phone: string, node: object): Promise<void> {
  const body = { from: `+${phone}`, name: NAME, phone_number_id: product.phoneNumberId, ...node }
  const answer = await product.simulator('POST /sim/inbound', { body })
  assert.equal(answer.status, 200, answer.text)
}

/** Opens the conversation of a customer once it has `messages` messages, of which all files are stored. */
async function openChat(phone: string, messages: number, look = {}) {
  const { id } = await findChat(product, phone)
  await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats/${id}/thread`)
    const items = body.data.filter((item: { kind: string }) => item.kind === 'message')
    const files = items.flatMap((item: Message) => item.attachments)
    const areStored = files.every(({ status }: MessageFile) => status === 'stored')
    return items.length === messages && areStored
  })
  return { id, ...(await product.open(`/inbox/${id}?view=all`, look)) }
}

/** Sends texts of a customer with the given ages in minutes, the oldest first. */
async function sendTexts(phone: string, texts: { text: string; age: number }[]): Promise<void> {
  const messages = texts.map(({ text, age }, index) => ({
    id: `wamid.${phone}.${index}`,
    from: phone,
    name: NAME,
    text,
    timestamp: String(Math.floor(Date.now() / 1000) - age * 60),
  }))
  const { status } = await product.postSigned(textPayload(product.phoneNumberId, messages))
  assert.equal(status, 200)
}

const opacityOf = (found: Locator) => found.evaluate((each) => getComputedStyle(each).opacity)
const boxOf = async (found: Locator) => (await found.boundingBox())!

test('the time is on the last message of a run, and beside the others while the pointer or the focus is on them', async () => {
  const phone = '919822003601'
  await sendTexts(phone, [
    { text: 'One', age: 3 },
    { text: 'Two', age: 2 },
    { text: 'Three', age: 1 },
  ])
  const { page, problems } = await openChat(phone, 3)
  const metaOf = (text: string) => message(page, text).locator('time').locator('..')
  await metaOf('Three').waitFor()
  const opacities = () =>
    Promise.all(['One', 'Two', 'Three'].map((text) => opacityOf(metaOf(text))))
  assert.deepEqual(await opacities(), ['0', '0', '1'])
  const before = await boxOf(message(page, 'Two'))
  await message(page, 'Two').hover()
  assert.deepEqual(await opacities(), ['0', '1', '1'])
  await message(page, 'One').getByRole('button', { name: 'Message actions' }).focus()
  assert.deepEqual((await opacities())[0], '1')
  assert.deepEqual(await boxOf(message(page, 'Two')), before)
  // Screen readers read the time of each message.
  assert.match((await message(page, 'One').locator('time').textContent())!, /\d+:\d\d/)
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('images that are sent at once are beside each other, each with its own menu, and one more joins them', async () => {
  const phone = '919822003602'
  for (let index = 0; index < 3; index++) await send(phone, IMAGE)
  const { page, problems } = await openChat(phone, 3)
  const group = thread(page).locator('article[data-images]')
  const tiles = group.locator('li[data-message]')
  await waitFor(async () => (await tiles.count()) === 3)
  const [first, second, third] = await Promise.all([0, 1, 2].map((at) => boxOf(tiles.nth(at))))
  assert.ok(second!.x > first!.x && second!.y === first!.y && third!.y > first!.y)
  assert.equal(await group.locator('time').count(), 1)
  await tiles.nth(1).hover()
  await tiles.nth(1).getByRole('button', { name: 'Message actions: 2 of 3' }).click()
  await page.getByRole('menuitem', { name: 'React with 👍' }).click()
  await tiles.nth(1).getByText('👍', { exact: true }).waitFor()
  assert.deepEqual(await findViolations(page), [])

  await send(phone, IMAGE)
  await waitFor(async () => (await tiles.count()) === 4)
  assert.equal(await group.count(), 1)
  await send(phone, { ...IMAGE, image: { caption: 'A caption' } })
  await message(page, 'A caption').waitFor()
  assert.equal(await tiles.count(), 4)
  assert.deepEqual(problems, [])
})

test('the viewer zooms by wheel, keys and double click, turns an image, and keeps the arrows', async () => {
  const phone = '919822003603'
  for (let index = 0; index < 2; index++) await send(phone, IMAGE)
  const { page, problems } = await openChat(phone, 2)
  await thread(page).getByRole('button', { name: 'Open Image 1 of 2' }).click()
  const dialog = page.getByRole('dialog')
  const image = dialog.locator('img')
  await dialog.getByText('1 of 2').waitFor()
  const shows = (scale: string) => dialog.getByText(scale, { exact: true }).waitFor()
  await shows('100%')
  await page.keyboard.press('+')
  await shows('150%')
  await page.keyboard.press('-')
  await shows('100%')
  const { x, y, width, height } = await boxOf(image)
  await page.mouse.dblclick(x + width / 4, y + height / 4)
  await shows('250%')
  const near = await boxOf(image)
  // The pointer is still over the same part of the image.
  assert.ok(Math.abs((x + width / 4 - near.x) / near.width - 0.25) < 0.01)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 40, y + height / 2, { steps: 4 })
  await page.mouse.up()
  assert.ok(Math.abs((await boxOf(image)).x - near.x - 40) < 1)
  await page.mouse.wheel(0, -400)
  await waitFor(async () => (await boxOf(image)).width > near.width)
  await page.keyboard.press('0')
  await shows('100%')
  assert.deepEqual(await boxOf(image), { x, y, width, height })

  await page.keyboard.press('r')
  const turned = await boxOf(image)
  assert.deepEqual([turned.width, turned.height].map(Math.round), [width, height].map(Math.round))
  assert.match((await image.getAttribute('style'))!, /rotate\(90deg\)/)
  assert.deepEqual(await findViolations(page), [])
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('2 of 2').waitFor()
  assert.match((await image.getAttribute('style'))!, /rotate\(0deg\)/)
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  assert.match((await image.getAttribute('style'))!, /rotate\(90deg\)/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

/** Returns a sound of 3 seconds as a WAV file: silent first, then loud. */
function makeSound(): string {
  const rate = 8000
  const samples = rate * 3
  const file = Buffer.alloc(44 + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + samples * 2, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let at = samples / 2; at < samples; at++)
    file.writeInt16LE(Math.round(Math.sin(at / 3) * 20_000), 44 + at * 2)
  return file.toString('base64')
}

test('a sound has its shape, length and speed, and is played by keys; one that cannot be decoded has a plain bar', async () => {
  const phone = '919822003604'
  const audio = (base64: string) => ({
    type: 'audio',
    media: { base64, mime_type: 'audio/wav', voice: true },
  })
  await send(phone, audio(makeSound()))
  await send(phone, audio(Buffer.from('no sound at all').toString('base64')))
  const { page, problems } = await openChat(phone, 2)
  const [player, plain] = [0, 1].map((at) =>
    thread(page).locator('article').nth(at).locator('[role="group"]'),
  ) as [Locator, Locator]
  await waitFor(async () => (await player.locator('rect').count()) === 44)
  await player.getByText('0:03', { exact: true }).waitFor()
  const heights = await player
    .locator('rect')
    .evaluateAll((all) => all.map((each) => Number(each.getAttribute('height'))))
  assert.deepEqual([heights[0], Math.max(...heights)], [2, 26])
  assert.equal(await plain.locator('rect').count(), 0)
  assert.equal(await plain.getByRole('slider').isDisabled(), true)
  assert.deepEqual(await findViolations(page), [])

  const slider = player.getByRole('slider', { name: 'Position' })
  await slider.press('End')
  assert.equal(await slider.getAttribute('aria-valuetext'), '0:03 of 0:03')
  await slider.press('ArrowLeft')
  assert.equal(await slider.getAttribute('aria-valuetext'), '0:00 of 0:03')
  await slider.press(' ')
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await waitFor(async () => Number(await slider.inputValue()) > 0.2)
  await slider.press(' ')
  await player.getByRole('button', { name: 'Play' }).waitFor()
  const rateOf = () =>
    player.locator('audio').evaluate((each: HTMLAudioElement) => each.playbackRate)
  for (const rate of [1.5, 2, 1]) {
    await player.getByRole('button', { name: /^Speed/ }).click()
    await waitFor(async () => (await rateOf()) === rate)
  }
  assert.deepEqual(problems, [])
})

test('a long text is folded, and unfolding it moves nothing above', async () => {
  const phone = '919822003605'
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index}`)
  await sendTexts(phone, [
    ...lines.slice(0, 30).map((text, index) => ({ text: `Before: ${text}`, age: 60 - index })),
    { text: lines.join('\n'), age: 2 },
    { text: 'After it', age: 1 },
  ])
  const { page, problems } = await openChat(phone, 32)
  const long = thread(page).locator('article', { hasText: 'Line 59' })
  const more = long.getByRole('button', { name: 'Show all' })
  // The conversation opens at its first unread message. The rows above, which are measured now, move the list once more.
  await page.evaluate(() => document.fonts.ready)
  await more.scrollIntoViewIfNeeded()
  const text = long.locator('bdi.customer-text')
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  let folded = await boxOf(text)
  await waitFor(async () => {
    const before = folded
    await frame()
    await frame()
    folded = await boxOf(text)
    return before.y === folded.y
  })
  assert.ok(folded.height < 320)
  await more.click()
  const open = await boxOf(text)
  assert.ok(open.height > 1000)
  assert.equal(open.y, folded.y)
  const less = long.getByRole('button', { name: 'Show less' })
  assert.equal(await less.evaluate((each) => each === document.activeElement), true)
  assert.equal(await message(page, 'After it').getByRole('button', { name: 'Show all' }).count(), 0)
  await less.click()
  assert.equal((await boxOf(text)).height, folded.height)
  assert.deepEqual(problems, [])
})

test('the day of the messages stays at the top while they are scrolled', async () => {
  const phone = '919822003606'
  const texts = Array.from({ length: 40 }, (_, index) => ({
    text: `Of day ${index < 20 ? 'one' : 'two'}, ${index}`,
    age: (index < 20 ? 2 : 1) * 24 * 60 - index,
  }))
  await sendTexts(phone, texts)
  const { page, problems } = await openChat(phone, 40)
  const log = page.getByRole('log')
  await message(page, 'Of day two, 39').waitFor()
  const top = (await boxOf(log)).y
  const days = log.getByRole('separator').filter({ hasNotText: /new messages/ })
  const dayAtTop = async () => {
    for (const day of await days.all()) if ((await boxOf(day)).y === top) return day.textContent()
    return undefined
  }
  await log.evaluate((each) => (each.scrollTop = each.scrollHeight / 4))
  await waitFor(async () => (await dayAtTop()) === (await days.nth(0).textContent()))
  await log.evaluate((each) => (each.scrollTop = (each.scrollHeight * 3) / 5))
  await waitFor(async () => (await dayAtTop()) === 'Yesterday')
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})

test('a file says its type and size, and code of several lines is a block', async () => {
  const phone = '919822003607'
  await send(phone, {
    type: 'document',
    media: { base64: 'JVBERi0xLjQ=', mime_type: 'application/pdf', filename: 'Invoice.pdf' },
  })
  await send(phone, { text: 'See\n```\nconst a = 1\nconst b = 2\n```\nDone' })
  const { page, problems } = await openChat(phone, 2)
  await thread(page)
    .getByRole('link', { name: /Invoice\.pdf\s*PDF · 8 bytes/ })
    .waitFor()
  const block = thread(page).locator('pre code')
  assert.equal(await block.textContent(), 'const a = 1\nconst b = 2')
  assert.deepEqual(await findViolations(page), [])
  assert.deepEqual(problems, [])
})
