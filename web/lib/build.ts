import { createStore } from './create-store.ts'

/** How long the server may take to answer which build it has. */
const ASK_MS = 10_000
/** How often a page that needs a file of the new build checks whether it can be loaded anew. */
const CHECK_MS = 1_000
/** A page is not loaded anew by itself sooner after the last time, so that servers of two builds cause no loop. */
const PAUSE_MS = 30_000
const KEY = 'parley-reloaded-at'

/** Whether the server has another build of the app than this page. It then no longer has the files that this page has not loaded. */
export const isOutdated = createStore(false)

const holds = new Set<() => boolean>()
let asking: Promise<boolean> | undefined
let isWaiting = false

/** Asks the server whether it has another build of the app. Resolves to false if it does not answer. */
export function checkBuild(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

async function ask(): Promise<boolean> {
  if (isOutdated.get()) return true
  try {
    const response = await fetch('/', { signal: AbortSignal.timeout(ASK_MS) })
    const page = response.ok ? await response.text() : ''
    // Anything else is the page of a proxy, or of a server without the app.
    if (!page.includes('/assets/')) return false
    isOutdated.set(listOwnFiles().some((path) => !page.includes(path)))
    return isOutdated.get()
  } catch {
    return false
  }
}

/** Returns the paths of the files that the document of this page names. Their names change with the content of any file of the app. */
function listOwnFiles(): string[] {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')]
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  return [...scripts.map(({ src }) => src), ...styles.map(({ href }) => href)]
    .filter((url) => url.startsWith(`${window.location.origin}/assets/`))
    .map((url) => new URL(url).pathname)
}

/** Keeps the page from being loaded anew by itself while `isHeld` returns true, until the returned function is called. */
export function holdPage(isHeld: () => boolean): () => void {
  holds.add(isHeld)
  return () => void holds.delete(isHeld)
}

/** Loads the page anew, unless something that its user does would be lost, or it was loaded anew just now. */
export function reloadIfFree(): boolean {
  if ([...holds].some((isHeld) => isHeld()) || !recordReload()) return false
  window.location.reload()
  return true
}

/** Loads the page anew as soon as it can be, because it needs a file that the server no longer has. Never resolves. */
export function waitForReload(): Promise<never> {
  if (!isWaiting && !reloadIfFree()) {
    const timer = setInterval(() => {
      if (reloadIfFree()) clearInterval(timer)
    }, CHECK_MS)
  }
  isWaiting = true
  return new Promise(() => undefined)
}

/** Records that the page is loaded anew by itself. Returns false if that was just now, or if the browser stores nothing. */
function recordReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
