import type { Page } from 'playwright-core'

/** How far the layout of a page moved while it loaded: the sum of its shifts, and the elements that moved most. */
export type LayoutShift = { score: number; moved: string[] }

type Rect = { x: number; y: number; width: number; height: number }

/** What the page's own part keeps in the page. The browser's types are not part of this program. */
type Recorder = {
  entries: {
    value: number
    sources: { node: Element | null; previousRect: Rect; currentRect: Rect }[]
  }[]
  taken: Recorder['entries']
  flush: () => void
  /** Requests that have no response yet. */
  open: number
}
type Globals = {
  layoutShift?: Recorder
  PerformanceObserver: new (see: (list: { getEntries: () => Recorder['entries'] }) => void) => {
    observe: (options: object) => void
    takeRecords: () => Recorder['entries']
  }
  fetch: (...request: unknown[]) => Promise<unknown>
  requestAnimationFrame: (run: () => void) => void
}

/**
 * Shows a page by `show`, which opens a document or goes on within one, and returns how much it moved until nothing is
 * loading any more. Nobody types or clicks meanwhile, but a change of the window's size counts as an input for a while,
 * so that shifts after an input count as well. From the second page of a document on, the responses come one
 * after the other, each in a frame of its own, so that what a fast machine shows at once is seen as on a slow one.
 * Source: Layout Instability API, whose shifts are from 0 to 1.
 */
export async function measureShift(page: Page, show: () => Promise<void>): Promise<LayoutShift> {
  // Leave out earlier shifts, such as those of a resized window.
  await page.evaluate(takeEntries)
  await show()
  await page.evaluate(record)
  await page.waitForFunction(() => (globalThis as unknown as Globals).layoutShift!.open === 0)
  await page.evaluate(takeEntries)
  return page.evaluate(() => {
    const counted = (globalThis as unknown as Globals).layoutShift!.taken
    return {
      score: counted.reduce((sum, { value }) => sum + value, 0),
      moved: counted
        .toSorted((a, b) => b.value - a.value)
        .slice(0, 2)
        .flatMap(({ sources }) => sources.slice(0, 2))
        .map(({ node, previousRect: from, currentRect: to }) => {
          const [before, after] = [from, to].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(),
          )
          return `${node?.className ?? 'removed'} (${node?.textContent?.slice(0, 30)}) ${before} -> ${after}`
        }),
    }
  })
}

/** Takes the entries so far. What was drawn last is known a frame later. */
async function takeEntries(): Promise<void> {
  const { layoutShift, requestAnimationFrame } = globalThis as unknown as Globals
  if (!layoutShift) return
  for (let frame = 0; frame < 2; frame++)
    await new Promise<void>((done) => requestAnimationFrame(() => done()))
  layoutShift.flush()
  layoutShift.taken = layoutShift.entries.splice(0)
}

/** Records the shifts of the document that is open, also those before, and lets its responses come one after the other. */
function record(): void {
  const globals = globalThis as unknown as Globals
  if (globals.layoutShift) return
  const recorder: Recorder = {
    entries: [],
    taken: [],
    flush: () => recorder.entries.push(...observer.takeRecords()),
    open: 0,
  }
  const observer = new globals.PerformanceObserver((list) =>
    recorder.entries.push(...list.getEntries()),
  )
  observer.observe({ type: 'layout-shift', buffered: true })
  globals.layoutShift = recorder
  const { fetch } = globals
  let turn = Promise.resolve()
  globals.fetch = async (...request) => {
    recorder.open++
    try {
      const response = await fetch.apply(globalThis, request)
      turn = turn.then(
        () => new Promise<void>((done) => globals.requestAnimationFrame(() => done())),
      )
      await turn
      return response
    } finally {
      recorder.open--
    }
  }
}
