import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A key that does something here: `keys` such as `j`, `mod+k`, `shift+/`, `g i` (one after the other). */
export type Shortcut = {
  keys: string
  label: string
  group: string
  run?: () => void
  inFields?: boolean
  /** Whether it goes on while the key is held. */
  repeats?: boolean
  /** Whether it only stands in the list: what has the focus takes the key by itself. */
  isTold?: boolean
}

const shortcuts = new Set<Shortcut>()
const listeners = new Set<() => void>()
let shown: Shortcut[] = []
let isListening = false
let pending = ''
let pendingTimer: ReturnType<typeof setTimeout> | undefined
const SEQUENCE_MS = 1000

function changed(): void {
  shown = [...shortcuts]
  for (const each of listeners) each()
}

/** Makes `list` work while the component is shown. In a field only those with `inFields` count. */
export function useShortcuts(list: Shortcut[]): void {
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
    for (const each of own) shortcuts.add(each)
    changed()
    return () => {
      for (const each of own) shortcuts.delete(each)
      changed()
    }
  }, [signature])
}

/** Every key that works just now, for the list that `?` shows. */
export function useActiveShortcuts(): Shortcut[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    () => shown,
  )
}

function listen(): void {
  if (isListening) return
  isListening = true
  window.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const isField = isInField(event.target)
    const isDialogOpen = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
    const pressed = toKeys(event)
    if (!pressed) return
    const sequence = pending ? `${pending} ${pressed}` : pressed
    // The one registered last is the innermost.
    const candidates = [...shortcuts]
      .toReversed()
      .filter((each) => !each.isTold && ((!isField && !isDialogOpen) || each.inFields))
    const found =
      candidates.find((each) => each.keys === sequence) ??
      candidates.find((each) => each.keys === pressed)
    if (event.repeat && !found?.repeats) return
    clearTimeout(pendingTimer)
    pending = ''
    if (found) {
      event.preventDefault()
      found.run?.()
    } else if (candidates.some((each) => each.keys.startsWith(`${pressed} `))) {
      pending = pressed
      pendingTimer = setTimeout(() => (pending = ''), SEQUENCE_MS)
    }
  })
}

function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function toKeys(event: KeyboardEvent): string | undefined {
  const key = event.key.toLowerCase()
  if (['shift', 'control', 'alt', 'meta', 'dead', 'unidentified'].includes(key)) return undefined
  const name = key === ' ' ? 'space' : key
  // A sign such as ? needs Shift on one keyboard and not on another.
  const withShift = event.shiftKey && (name.length > 1 || /[a-z]/.test(name))
  return [
    ...(event.ctrlKey || event.metaKey ? ['mod'] : []),
    ...(event.altKey ? ['alt'] : []),
    ...(withShift ? ['shift'] : []),
    name,
  ].join('+')
}
