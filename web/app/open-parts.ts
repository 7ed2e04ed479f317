import { createStore } from '../lib/create-store.ts'
import { keepEarlyKeys } from '../lib/early-keys.ts'
import type { EarlyKeys } from '../lib/early-keys.ts'

/** The number of times the palette and the list of shortcuts were opened. */
export const openCounts = createStore({ palette: 0, shortcuts: 0 })

let early: EarlyKeys | null = null

/** Opens the command palette, and keeps what is typed until its field has the focus. */
export function openPalette(): void {
  early?.take()
  early = keepEarlyKeys()
  openCounts.update((before) => ({ ...before, palette: before.palette + 1 }))
}

/** Opens the list of keyboard shortcuts. */
export function openShortcutList(): void {
  openCounts.update((before) => ({ ...before, shortcuts: before.shortcuts + 1 }))
}

/** Returns what was typed since `openPalette`, once; an empty string when nothing was. */
export function takeTypedEarly(): string {
  return early?.take() ?? ''
}
