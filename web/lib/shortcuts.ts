import { useEffect, useRef } from 'react'
import type { ShortcutId } from '#shared/shortcuts.ts'
import { createStore, useStore } from './create-store.ts'
import { activeKeys, useMemberKeys } from './member-keys.ts'

/** A keyboard shortcut. `keys` is a combination such as `j`, `mod+k` or `shift+enter`, or a sequence such as `g i`. */
export type Shortcut = {
  keys: string
  label: string
  group: string
  run?: () => void
  inFields?: boolean
  /** Runs again while the key is held. */
  repeats?: boolean
  /** Shown in the list only: the focused element handles the key itself. */
  isListOnly?: boolean
}

/** A shortcut with fixed keys, or one with the keys that the member chose for `id`. */
type Registered = Shortcut | (Omit<Shortcut, 'keys'> & { id: ShortcutId })

const shortcuts = createStore<readonly Shortcut[]>([])
let isListening = false
let pending = ''
let pendingTimer: ReturnType<typeof setTimeout> | undefined
const SEQUENCE_MS = 1000

/** The parts of a keyboard event that name a key. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Registers shortcuts while the component is mounted. In a text field only those with `inFields` work. */
export function useShortcuts(registered: Registered[]): void {
  const memberKeys = useMemberKeys()
  const list = registered.flatMap((each): Shortcut[] => {
    const keys = 'id' in each ? activeKeys(each.id, memberKeys) : each.keys
    return keys === null ? [] : [{ ...each, keys }]
  })
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const signature = list.map((each) => `${each.keys}\n${each.label}\n${each.group}`).join('\n')
  useEffect(() => {
    listen()
    const own = latest.current.map((each, index) => ({
      ...each,
      run: () => latest.current[index]?.run?.(),
    }))
    shortcuts.update((before) => [...before, ...own])
    return () =>
      shortcuts.update((before) => before.filter((each) => !own.some((one) => one === each)))
  }, [signature])
}

/** Returns every active shortcut, for the list that `?` opens. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useStore(shortcuts)
}

function listen(): void {
  if (isListening) return
  isListening = true
  let isInOverlay = false
  // Escape closes a dialog before the listener below runs, which must not act on the page behind it then.
  window.addEventListener('keydown', ({ target }) => (isInOverlay = isOverlayAt(target)), true)
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const isField = isInField(event.target)
    const pressed = toKeys(event)
    if (!pressed) return
    const sequence = pending ? `${pending} ${pressed}` : pressed
    const active = shortcuts
      .get()
      .filter((each) => !each.isListOnly && ((!isField && !isInOverlay) || each.inFields))
    const { found, startsSequence } = findShortcut(active, pressed, sequence)
    if (event.repeat && !found?.repeats) return
    clearTimeout(pendingTimer)
    pending = ''
    if (found) {
      event.preventDefault()
      found.run?.()
    } else if (startsSequence) {
      pending = pressed
      pendingTimer = setTimeout(() => (pending = ''), SEQUENCE_MS)
    }
  })
}

/**
 * Finds the shortcut to run after `pressed`, which ends `sequence`. The shortcut registered last wins, and a sequence
 * wins over a single key. `startsSequence`: another key may follow.
 */
export function findShortcut<Each extends Pick<Shortcut, 'keys'>>(
  active: readonly Each[],
  pressed: string,
  sequence: string,
): { found: Each | undefined; startsSequence: boolean } {
  const found =
    active.findLast(({ keys }) => keys === sequence) ??
    active.findLast(({ keys }) => keys === pressed)
  return { found, startsSequence: active.some(({ keys }) => keys.startsWith(`${pressed} `)) }
}

/** Returns whether a dialog is open, or the focus is in a menu. */
function isOverlayAt(target: EventTarget | null): boolean {
  return (
    document.querySelector('[role="dialog"][aria-modal="true"]') !== null ||
    (target instanceof Element && target.closest('[role="menu"]') !== null)
  )
}

/** Returns whether keys typed into an element are text. A checkbox takes only the space bar. */
export function isInField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return false
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

/** Returns the pressed key as a shortcut writes it, such as `mod+k`; undefined for a modifier alone. */
export function toKeys(event: KeyPress): string | undefined {
  const key = event.key.toLowerCase()
  if (['shift', 'control', 'alt', 'meta', 'dead', 'unidentified'].includes(key)) return undefined
  const name = key === ' ' ? 'space' : key
  // Whether a character such as ? needs Shift depends on the keyboard layout.
  const withShift = event.shiftKey && (name.length > 1 || /[a-z]/.test(name))
  return [
    ...(event.ctrlKey || event.metaKey ? ['mod'] : []),
    ...(event.altKey ? ['alt'] : []),
    ...(withShift ? ['shift'] : []),
    name,
  ].join('+')
}
