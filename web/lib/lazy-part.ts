import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'
import { checkBuild, waitForReload } from './build.ts'

const TRIES_MAX = 12
const PAUSE_MIN_MS = 400
const PAUSE_MAX_MS = 6000

/**
 * Creates a component whose code loads when it is first rendered. While the server is unreachable, loading is retried
 * for about a minute, so that a short outage delays the component but does not break the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }))
}

/**
 * Loads code. While the server is unreachable, loading is retried for about a minute. If the server has another build of the app, which
 * no longer has that code, the page reloads itself instead, as soon as nothing is lost by that.
 *
 * @throws the error of the last attempt
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (err) {
      if (await checkBuild()) return waitForReload()
      if (tries === TRIES_MAX) throw err
      await pause(Math.min(PAUSE_MIN_MS * 2 ** (tries - 1), PAUSE_MAX_MS))
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    window.addEventListener('online', done)
  })
}
