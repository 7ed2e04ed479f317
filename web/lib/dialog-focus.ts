import { keepEarlyKeys } from './early-keys.ts'
import type { EarlyKeys } from './early-keys.ts'

const PORTAL = '[data-portal]'
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** The attribute of the element that has the focus first in a dialog. Source: Mantine, `useFocusTrap`. */
const FIRST = 'data-autofocus'

let early: EarlyKeys | null = null

/** Keeps what is typed from now on for the field of the dialog that is about to open: its code may still be loading. */
export function keepKeysForDialog(): void {
  early?.take()
  early = keepEarlyKeys()
}

/**
 * Moves the focus into each dialog in the moment it is shown, until the returned function is called. Mantine does it by
 * timers, which run after the keys of a user who types at once: their letters were lost, and when they were in the second
 * field already, the focus jumped back to the first.
 */
export function startDialogFocus(): () => void {
  const entered = new WeakSet<Element>()
  const observer = new MutationObserver(look)
  function look(): void {
    for (const portal of document.body.children)
      if (portal.matches(PORTAL)) observer.observe(portal, { childList: true, subtree: true })
    for (const dialog of document.querySelectorAll(`body > ${PORTAL} ${DIALOG}`)) {
      if (entered.has(dialog)) continue
      entered.add(dialog)
      enter(dialog)
    }
  }
  look()
  observer.observe(document.body, { childList: true })
  document.addEventListener('focusin', keepPlace)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', keepPlace)
  }
}

function enter(dialog: Element): void {
  if (!dialog.contains(document.activeElement))
    dialog.querySelector<HTMLElement>(`[${FIRST}]`)?.focus({ preventScroll: true })
  const typed = early?.take()
  early = null
  const field = document.activeElement
  if (typed && isTextField(field) && dialog.contains(field)) type(field, typed)
}

/** Makes the focused element of a dialog the one that Mantine's timers focus. */
function keepPlace({ target }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  const dialog = target.closest(DIALOG)
  if (!dialog || target === dialog) return
  for (const each of dialog.querySelectorAll(`[${FIRST}]`)) each.removeAttribute(FIRST)
  target.setAttribute(FIRST, 'true')
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Adds text to a field as if it were typed. */
function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }))
}
