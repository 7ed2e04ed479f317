import type { Page } from 'playwright-core'

/** An element, as far as its width is read. The browser's types are not part of this program. */
type Box = {
  className: unknown
  scrollWidth: number
  clientWidth: number
  clientHeight: number
  scrollHeight: number
  id: string
}
type Globals = {
  document: { documentElement: Box; querySelectorAll: (css: string) => Iterable<Box> }
  getComputedStyle: (box: Box) => { overflowY: string }
  innerHeight: number
  requestAnimationFrame: (run: () => void) => void
}

/**
 * Makes the window `width` by `height` pixels, and returns by how much the document, and what scrolls down in its place, are
 * wider than that: what a user would have to scroll sideways. What scrolls sideways alone, such as a block of code or the
 * board of tickets, does not count.
 */
export async function findExcess(page: Page, width: number, height: number): Promise<string[]> {
  await page.setViewportSize({ width, height })
  return page.evaluate(async () => {
    const { document, getComputedStyle, innerHeight, requestAnimationFrame } =
      globalThis as unknown as Globals
    const nextFrame = () => new Promise<void>((done) => requestAnimationFrame(() => done()))
    const find = () => {
      const scrollers = [...document.querySelectorAll('main, main *')].filter(
        (box) =>
          box.clientHeight > innerHeight / 2 &&
          (box.id === 'main' || box.scrollHeight > box.clientHeight) &&
          ['auto', 'scroll'].includes(getComputedStyle(box).overflowY),
      )
      return [document.documentElement, ...scrollers].flatMap((box) => {
        const excess = box.scrollWidth - box.clientWidth
        return excess > 0
          ? [`${box.clientWidth} + ${excess} pixels of ${String(box.className)}`]
          : []
      })
    }
    await nextFrame()
    // Charts and virtual lists follow a new size a few frames later.
    for (let frame = 0; frame < 10 && find().length > 0; frame++) await nextFrame()
    return find()
  })
}
