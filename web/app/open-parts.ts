import { createStore } from '../lib/create-store.ts'
import { keepKeysForDialog } from '../lib/dialog-focus.ts'

/** The number of times the palette and the list of shortcuts were opened. */
export const openCounts = createStore({ palette: 0, shortcuts: 0 })

/** Opens the command palette, and keeps what is typed until its field has the focus. */
export function openPalette(): void {
  keepKeysForDialog()
  openCounts.update((before) => ({ ...before, palette: before.palette + 1 }))
}

/** Opens the list of keyboard shortcuts. */
export function openShortcutList(): void {
  openCounts.update((before) => ({ ...before, shortcuts: before.shortcuts + 1 }))
}
