import { holdPage, isOutdated, reloadIfFree } from '../lib/build.ts'
import { queryClient } from '../lib/query-client.ts'
import { isNavigating } from './lazy-page.ts'
import type { router } from './router.tsx'

/** Hidden tabs reload within this time, so that they do not all reload at the moment when the server has restarted. */
const SPREAD_MS = 60_000

/** Fields whose text a new document would lose, except those with `data-kept`. */
const FIELD = 'input, textarea, [contenteditable="true"]'

let hasTyped = false

/**
 * Reloads the page when the server has another build of the app, at a moment when its user loses nothing: when they go to another
 * area, or while the tab is hidden. Never while a dialog is open, a change is being saved, or a text was typed that is not kept.
 */
export function watchBuild(app: typeof router): void {
  holdPage(isInUse)
  document.addEventListener('input', ({ target }) => {
    if (!isKept(target as Element)) hasTyped = true
  })
  app.subscribe('onResolved', () => isNavigating.set(false))
  app.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
    isNavigating.set(true)
    if (pathChanged) hasTyped = false
    if (!isOutdated.get() || !fromLocation) return
    if (areaOf(fromLocation.pathname) === areaOf(toLocation.pathname)) return
    // Changes the address first, so that the next page is loaded.
    app.history.flush()
    reloadIfFree()
  })
  document.addEventListener('visibilitychange', reloadHidden)
  isOutdated.subscribe(reloadHidden)
}

function isInUse(): boolean {
  if (hasTyped || queryClient.isMutating() > 0) return true
  if (document.querySelector('[role="dialog"]')) return true
  // A text that is kept would lose the keys that are pressed during the reload.
  return document.visibilityState === 'visible' && Boolean(document.activeElement?.matches(FIELD))
}

function isKept(field: Element): boolean {
  return field.hasAttribute('data-kept')
}

function areaOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function reloadHidden(): void {
  if (!isOutdated.get() || document.visibilityState === 'visible') return
  setTimeout(() => {
    if (document.visibilityState !== 'visible') reloadIfFree()
  }, Math.random() * SPREAD_MS)
}
