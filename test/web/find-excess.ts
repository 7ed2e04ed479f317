import type { Page } from 'playwright-core'

/** An element, as far as its width is read. The browser's types are not part of this program. */
type Box = {
  className: unknown
  scrollWidth: number
  clientWidth: number
  clientHeight: number
}
type Globals = {
  document: { documentElement: Box; querySelectorAll: (css: string) => Iterable<Box> }
  getComputedStyle: (box: Box) => { overflowY: string }
  innerHeight: number
  requestAnimationFrame: (run: () => void) => void
}

/**
 * Makes the window `width` by `height` pixels, and returns by how much the document, and what scrolls down in its place, are
 * wider than that: what a user would have to scroll sideways. What only scrolls within a part of the page, such as a block
 * of code, does not count.
 */
export async function findExcess(page: Page, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height })
  return page.evaluate(async () => {
    const { document, getComputedStyle, innerHeight, requestAnimationFrame } =
      globalThis as unknown as Globals
    for (let frame = 0; frame < 2; frame++)
      await new Promise<void>((done) => requestAnimationFrame(() => done()))
    const scrollers = [...document.querySelectorAll('main, main *')].filter(
      (box) =>
        box.clientHeight > innerHeight / 2 &&
        ['auto', 'scroll'].includes(getComputedStyle(box).overflowY),
    )
    return [document.documentElement, ...scrollers].flatMap((box) => {
      const excess = box.scrollWidth - box.clientWidth
      return excess > 0 ? [`${box.clientWidth} + ${excess} pixels of ${String(box.className)}`] : []
    })
  })
}
