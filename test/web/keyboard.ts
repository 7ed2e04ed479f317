import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/**
 * Checks that a notice shows its button, if it can be undone, in full, and covers neither the composer nor the account
 * button nor the list.
 */
export async function coversNothing(page: Page, notice: Locator, canUndo = true): Promise<void> {
  await isStill(notice)
  const area = await notice.boundingBox()
  assert.ok(area)
  if (canUndo) {
    const undo = await notice.getByRole('button', { name: 'Undo' }).boundingBox()
    assert.ok(undo && undo.x >= area.x && undo.x + undo.width <= area.x + area.width)
  }
  const composer = page.locator('section[data-mode]')
  const account = page.locator('nav[aria-label="Main"] button')
  for (const other of [composer, account, page.locator('[data-pane="list"]')]) {
    const box = (await other.count()) > 0 && (await other.first().boundingBox())
    if (!box) continue
    const isBeside: boolean = box.x >= area.x + area.width || box.x + box.width <= area.x
    const isAboveOrBelow: boolean = box.y >= area.y + area.height || box.y + box.height <= area.y
    assert.ok(isBeside || isAboveOrBelow, `The notice covers ${other}.`)
  }
}

/** Presses keys one after the other, as a user without a mouse does. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits until an element neither moves nor is about to: a notice slides in while boxes are read one after the other. */
async function isStill(moving: Locator): Promise<void> {
  await moving.evaluate(async (element) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const readPlace = () => JSON.stringify(element.getBoundingClientRect())
    for (let place = ''; place !== readPlace();) {
      const animations = document.getAnimations().filter(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return target?.contains(element) && effect?.getComputedTiming().endTime !== Infinity
      })
      await Promise.allSettled(animations.map(({ finished }) => finished))
      place = readPlace()
      // A transition that React has just asked for starts with the next frame.
      await nextFrame()
      await nextFrame()
    }
  })
}
