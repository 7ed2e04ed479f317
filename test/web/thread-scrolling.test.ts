import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { textPayload } from '../outside.ts'
import { waitFor } from '../wait-for.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

/** Lets a customer write `count` messages of different heights, and returns the address of their conversation. */
async function writeLong(phone: string, name: string, count: number): Promise<string> {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `wamid.${phone}.${index}`,
    from: phone,
    name,
    text: `Number ${index}. ${'several words of a longer text '.repeat((index * index) % 17)}`,
  }))
  const payload = textPayload(product.phoneNumberId, messages)
  assert.equal((await product.postSigned(payload)).status, 200)
  const id = await waitFor(async () => {
    const { body } = await product.api(`GET /api/v1/chats?q=%2B${phone}`)
    const [chat] = body.data
    return chat?.last_message?.text.startsWith(`Number ${count - 1}.`)
      ? (chat.id as string)
      : undefined
  })
  // An unread conversation would open at its first unread message.
  await product.api(`POST /api/v1/chats/${id}/read`, { body: {} })
  return `/inbox/${id}?view=all`
}

type Recording = { frames: number; wheeled: number; faults: string[] }

/**
 * Records how the messages move in each frame that is painted: an intersection observer reports the places after all
 * other work of a frame. A fault is a message that moves against the wheel, or further than the wheel turned.
 */
async function recordMoves(log: Locator): Promise<() => Promise<Recording>> {
  const recording = await log.evaluateHandle((element: HTMLElement) => {
    const record = { frames: 0, wheeled: 0, faults: [] as string[] }
    // A listener that could refuse the wheel is called before the list scrolls.
    element.addEventListener('wheel', ({ deltaY }) => (record.wheeled -= deltaY), {
      passive: false,
    })
    let before = new Map<Element, number>()
    let left = 0
    let wheeledBefore = 0
    const look = () => {
      const { wheeled } = record
      left += wheeled - wheeledBefore
      wheeledBefore = wheeled
      const observer = new IntersectionObserver(
        (entries) => {
          observer.disconnect()
          record.frames++
          const now = new Map<Element, number>()
          for (const { target, boundingClientRect } of entries)
            now.set(target, boundingClientRect.top)
          const known = entries.find(
            ({ target, isIntersecting }) => isIntersecting && before.has(target),
          )
          if (known) {
            const moved = known.boundingClientRect.top - before.get(known.target)!
            if (moved < -1 || moved > left + 1) record.faults.push(`${moved} px of ${left}`)
            left = Math.max(0, left - moved)
          }
          if (element.scrollTop <= 0) left = 0
          before = now
        },
        { root: element },
      )
      for (const row of element.querySelectorAll('article')) observer.observe(row)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return record
  })
  return () => recording.jsonValue()
}

/** Turns the wheel over the messages until `text` is among them. */
async function wheelTo(page: Page, log: Locator, text: string, deltaY: number): Promise<void> {
  const wanted = log.locator('article', { hasText: text })
  await waitFor(
    async () => {
      await page.mouse.wheel(0, deltaY)
      return (await wanted.count()) > 0 && (await wanted.isVisible())
    },
    { timeoutMs: 60_000 },
  )
}

test('no message moves against the wheel, or further than it, while older messages load', async () => {
  const path = await writeLong('919811000301', 'Harriet Long', 260)
  const { page, problems } = await product.open(path)
  const log = page.getByRole('log')
  await log.locator('article', { hasText: 'Number 259.' }).waitFor()
  await log.hover()
  const readMoves = await recordMoves(log)
  await wheelTo(page, log, 'Number 0.', -300)
  const { faults, frames, wheeled } = await readMoves()
  assert.ok(wheeled > 0 && frames > 10)
  assert.deepEqual(faults, [])
  assert.deepEqual(problems, [])
})

test('no message moves when older ones load above, in the middle of the list and at its top', async () => {
  const { page } = await product.open(await writeLong('919811000302', 'Ruth Rest', 150))
  const log = page.getByRole('log')
  await log.locator('article', { hasText: 'Number 149.' }).waitFor()
  const held: (() => void)[] = []
  await page.route(/thread\?.*before=/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const heightOf = () => log.evaluate((element) => element.scrollHeight)
  for (const scrollTop of [700, 0]) {
    await log.evaluate((element, top) => (element.scrollTop = top), scrollTop)
    await waitFor(() => held.length > 0)
    const height = await heightOf()
    const readMoves = await recordMoves(log)
    await waitFor(async () => (await readMoves()).frames > 0)
    held.shift()?.()
    await waitFor(async () => (await heightOf()) > height)
    const { frames } = await readMoves()
    await waitFor(async () => (await readMoves()).frames > frames + 1)
    assert.deepEqual((await readMoves()).faults, [])
  }
})
