const EARLY_MS = 3000

/** Text that a user types before the field that it is meant for exists. */
export type EarlyKeys = {
  /** Ends keeping and returns the text; null when it was taken before, or the field did not come within `EARLY_MS`. */
  take: () => string | null
}

/**
 * Keeps the characters typed from now on, until they are taken, for a field that is about to have the focus. Otherwise
 * they would call shortcuts. Enter does nothing until then. `isKept`: false keeps nothing, only waits to be taken.
 */
export function keepEarlyKeys(isKept = true): EarlyKeys {
  let typed: string | null = ''
  const onKey = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey
    if (!(isText || event.key === 'Enter') || isInField(event.target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isText) typed += event.key
  }
  const take = () => {
    clearTimeout(timer)
    window.removeEventListener('keydown', onKey, true)
    const taken = typed
    typed = null
    return taken
  }
  const timer = setTimeout(take, EARLY_MS)
  if (isKept) window.addEventListener('keydown', onKey, true)
  return { take }
}

function isInField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
