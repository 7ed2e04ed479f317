const OVERLAY = '[role="dialog"], [role="menu"]'
const MODAL = '[role="dialog"][aria-modal="true"]'
const FIELDS = 'input:enabled:not([type="hidden"]), textarea:enabled, select:enabled'
const CONTROLS = 'button:enabled, a[href], [tabindex="0"]'

/** The former place of an element: the child number `index` of `parent`. */
type Place = { parent: Element; index: number }

/**
 * Keeps the focus on the page until the returned function is called: when the focused element is removed, for example
 * with its dialog, the focus moves to a place near it instead of to the body, where the keyboard would start from the top.
 * It never leaves a dialog that is still open: there, it moves to what replaces the element, which may still be loading.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | null = null
  let around: HTMLElement[] = []
  let places: Place[] = []
  // Where a dialog or a menu was opened.
  let beside: HTMLElement | null = null
  // The dialog that has the focus until there is something in it.
  let waiting: HTMLElement | null = null
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === waiting) return
    waiting = null
    focused = target
    around = focusableAround(target)
    places = placesOf(target)
    if (!target.closest(OVERLAY)) beside = target
  }
  const look = () => {
    if (!focused || focused.isConnected) return
    const { activeElement } = document
    if (activeElement !== document.body && (!waiting || activeElement !== waiting)) return
    const dialog = around.find((each) => each.matches(MODAL) && each.isConnected)
    const next = dialog ? findReplacement(places) : findNear()
    if (dialog && !next) {
      waiting = dialog
      return dialog.focus({ preventScroll: true })
    }
    focused = null
    next?.focus({ preventScroll: true })
  }
  const findNear = () => {
    const wasInOverlay = around.some((each) => each.matches(OVERLAY)) || focused?.matches(OVERLAY)
    const modal = [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1)
    const candidates = [...(wasInOverlay && beside ? [beside] : []), ...around].filter(
      (each) => each.isConnected && each.checkVisibility() && (!modal || modal.contains(each)),
    )
    return candidates[0] ?? modal ?? document.querySelector<HTMLElement>('#main')
  }
  const forget = () => {
    // A click beside everything that can have the focus takes it away on purpose.
    if (document.activeElement === document.body && focused?.isConnected) focused = null
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', remember)
  document.addEventListener('click', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', remember)
    document.removeEventListener('click', forget)
  }
}

/** Returns the elements around `element` that can have the focus, or that are a dialog or a menu; the nearest first. */
function focusableAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let each = element.parentElement; each; each = each.parentElement)
    if (each.hasAttribute('tabindex') || each.matches(OVERLAY)) found.push(each)
  return found
}

/** Returns the place of `element`, and of everything around it; the nearest first. */
function placesOf(element: Element): Place[] {
  const found: Place[] = []
  for (let each = element; each.parentElement; each = each.parentElement)
    found.push({
      parent: each.parentElement,
      index: [...each.parentElement.children].indexOf(each),
    })
  return found
}

/** Returns the first field, or else the first control, where a removed element was, or after it. */
function findReplacement(places: Place[]): HTMLElement | undefined {
  const place = places.find(({ parent }) => parent.isConnected)
  const after = place ? [...place.parent.children].slice(place.index) : []
  for (const selector of [FIELDS, CONTROLS])
    for (const each of after) {
      const all = [each, ...each.querySelectorAll('*')]
      const found = all.find((one) => one.matches(selector) && one.checkVisibility())
      if (found instanceof HTMLElement) return found
    }
  return undefined
}
