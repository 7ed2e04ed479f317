const OVERLAY = '[role="dialog"], [role="menu"]'

/**
 * Keeps the focus on the page until the returned function is called: when the focused element is removed, for example
 * with its dialog, the focus moves to a place near it instead of to the body, where the keyboard would start from the top.
 */
export function keepFocus(): () => void {
  let focused: HTMLElement | null = null
  let around: HTMLElement[] = []
  // Where a dialog or a menu was opened.
  let beside: HTMLElement | null = null
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    around = focusableAround(target)
    if (!target.closest(OVERLAY)) beside = target
  }
  const look = () => {
    if (!focused || focused.isConnected || document.activeElement !== document.body) return
    const wasInOverlay = around.some((each) => each.matches(OVERLAY)) || focused.matches(OVERLAY)
    const candidates = [...(wasInOverlay && beside ? [beside] : []), ...around]
    focused = null
    const found = candidates.find((each) => each.isConnected && each.checkVisibility())
    const next = found ?? document.querySelector<HTMLElement>('#main')
    next?.focus({ preventScroll: true })
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
