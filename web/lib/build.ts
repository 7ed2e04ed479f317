import { createStore } from './create-store.ts'

/** The time limit of the question which build the server has. */
const ASK_MS = 10_000
/** The pause between two checks whether a page that needs a file of the new build can be reloaded. */
const CHECK_MS = 1_000
/** The shortest time between two reloads of a page by itself, so that servers of two builds cause no loop. */
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

/** Keeps the page from reloading itself while `isHeld` returns true, until the returned function is called. */
export function holdPage(isHeld: () => boolean): () => void {
  holds.add(isHeld)
  return () => void holds.delete(isHeld)
}

/** Reloads the page, unless something that its user does would be lost, or it reloaded itself a moment ago. Returns whether it does. */
export function reloadIfFree(): boolean {
  if ([...holds].some((isHeld) => isHeld()) || !recordReload()) return false
  window.location.reload()
  return true
}

/** Reloads the page as soon as nothing is lost, because it needs a file that the server no longer has. Never resolves. */
export function waitForReload(): Promise<never> {
  if (!isWaiting && !reloadIfFree()) {
    const timer = setInterval(() => {
      if (reloadIfFree()) clearInterval(timer)
    }, CHECK_MS)
  }
  isWaiting = true
  return new Promise(() => undefined)
}

/** Records that the page reloads itself. Returns false if it did so a moment ago, or if the browser stores nothing. */
function recordReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}
