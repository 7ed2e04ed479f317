import type { Page } from 'playwright-core'

const SECONDS = 10
/** A fast flick of a wheel: some four screens a second. */
const PIXELS_PER_FRAME = 60

/**
 * Scrolls the pane that `selector` names for some seconds, a step each frame, and gives the length of each frame in
 * milliseconds and how many rows were passed. direction: 1 downwards, -1 upwards.
 */
export async function scrollThrough(
  page: Page,
  selector: string,
  direction: 1 | -1,
): Promise<{ frames: number[]; rows: number }> {
  return page.evaluate(`new Promise((resolve) => {
    const pane = document.querySelector(${JSON.stringify(selector)})
    const scroller = [pane, ...pane.querySelectorAll('*')].find((each) =>
      each.scrollHeight > each.clientHeight + 10 && /auto|scroll/.test(getComputedStyle(each).overflowY))
    const frames = []
    const rows = new Set()
    const endsAt = performance.now() + ${SECONDS * 1000}
    let before = performance.now()
    requestAnimationFrame(function step(now) {
      frames.push(now - before)
      before = now
      scroller.scrollTop += ${direction * PIXELS_PER_FRAME}
      for (const row of scroller.querySelectorAll('[data-item], [data-item-index], [data-index]'))
        rows.add(row.dataset.item ?? row.dataset.itemIndex ?? row.dataset.index)
      if (performance.now() < endsAt) requestAnimationFrame(step)
      else resolve({ frames: frames.slice(1), rows: rows.size })
    })
  })`)
}
