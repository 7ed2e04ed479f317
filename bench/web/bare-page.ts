import type { Browser, CDPSession } from 'playwright-core'

/** Makes a page record when the frame that shows `selector` was rendered, in ms since its navigation began, and requests. */
const noteShown = (selector: string) => `globalThis.shownAt = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    observer.disconnect()
    const requests = performance.getEntriesByType('resource').length + 1
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() + ' ' + requests)))
  }).observe(document, { childList: true, subtree: true })
})`

type Answer = { result?: { result?: { value?: unknown } }; error?: { message: string } }

/** A slow network: the time that every answer takes at least, in ms, and its speed in each direction. */
export type SlowNetwork = { latencyMs: number; kilobitsPerSecond: number }

/**
 * Measures the time from the start of a page's navigation to the frame that shows `selector`, in ms, on a fresh
 * profile, a processor `slowdown` times slower, and maybe a slow network; counts the requests until then. The page is not
 * instrumented as in tests (requests, stacks, consoles), because on a slow processor that alone costs a tenth.
 */
export async function timeBarePage(
  browser: Browser,
  page: { url: string; cookie: string; selector: string; slowdown?: number; network?: SlowNetwork },
): Promise<{ ms: number; requests: number }> {
  const root = await browser.newBrowserCDPSession()
  const send = root.send.bind(root) as (method: string, params: object) => Promise<any>
  const { browserContextId } = await send('Target.createBrowserContext', {})
  try {
    const [name, value] = page.cookie.split('=', 2)
    const cookies = [{ name, value, url: page.url }]
    await send('Storage.setCookies', { browserContextId, cookies })
    const size = { width: 1440, height: 900, newWindow: true }
    const { targetId } = await send('Target.createTarget', {
      url: new URL('/favicon.svg', page.url).href,
      browserContextId,
      ...size,
    })
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: false })
    const ask = createAsking(root, sessionId)
    if (page.slowdown) await ask('Emulation.setCPUThrottlingRate', { rate: page.slowdown })
    if (page.network) {
      const bytesPerSecond = (page.network.kilobitsPerSecond * 1_000) / 8
      await ask('Network.enable')
      await ask('Network.emulateNetworkConditions', {
        offline: false,
        latency: page.network.latencyMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      })
    }
    await ask('Page.enable')
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: noteShown(page.selector) })
    await ask('Page.navigate', { url: page.url })
    const { result } = await ask('Runtime.evaluate', {
      expression: 'globalThis.shownAt',
      awaitPromise: true,
    })
    const [ms, requests] = String(result?.result?.value).split(' ').map(Number)
    return { ms: ms!, requests: requests! }
  } finally {
    await send('Target.disposeBrowserContext', { browserContextId })
    await root.detach()
  }
}

/** Asks a target that is attached to `root`, and waits for its answers. */
function createAsking(root: CDPSession, sessionId: string) {
  let count = 0
  const waiting = new Map<number, (answer: Answer) => void>()
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, ...answer } = JSON.parse(message) as Answer & { id?: number }
    if (id !== undefined) waiting.get(id)?.(answer)
  })
  return async (method: string, params: object = {}): Promise<Answer> => {
    const id = ++count
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    const message = JSON.stringify({ id, method, params })
    await root.send('Target.sendMessageToTarget', { sessionId, message })
    const answer = await answered
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer
  }
}
