import { useTranslations } from 'use-intl'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { Selection } from '../../lib/selection.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'

/** How the keys find rows by their ids: the focused one, the next ones, and the link of a row that gets the focus. */
export type RowPlaces = {
  focused: () => string | undefined
  /** Returns the row that is first in view. */
  first: () => string | undefined
  /** Returns the row `by` rows after the row `id`. */
  beside: (id: string, by: number) => string | undefined
  focus: (id: string) => void
}

/** Registers the keys that move through rows, and select them: that of `id` for the focused row, Ctrl or ⌘ with A, and Escape. */
export function useRowKeys(options: {
  id: ShortcutId
  group: string
  places: RowPlaces
  selection: Selection
  onSelectAll: () => void
}): void {
  const { id, group, places, selection, onSelectAll } = options
  const t = useTranslations('bulk')
  const tTable = useTranslations('tables')
  const move = (by: number) => {
    const from = places.focused()
    const to = from === undefined ? places.first() : places.beside(from, by)
    if (to !== undefined) places.focus(to)
  }
  const extend = (by: number) => {
    const from = places.focused()
    const to = from && places.beside(from, by)
    if (!from || !to) return
    if (selection.has(from) && selection.has(to)) selection.remove([from])
    else selection.add([from, to])
    places.focus(to)
  }
  useShortcuts([
    { id: 'inbox_next', label: tTable('next'), group, repeats: true, run: () => move(1) },
    { id: 'inbox_previous', label: tTable('previous'), group, repeats: true, run: () => move(-1) },
    {
      id,
      label: t('selectFocused'),
      group,
      run: () => {
        const row = places.focused()
        if (row) selection.toggle(row)
      },
    },
    { keys: 'shift+arrowdown', label: t('selectMore'), group, run: () => extend(1), repeats: true },
    { keys: 'shift+arrowup', label: t('selectMore'), group, run: () => extend(-1), repeats: true },
    { keys: 'mod+a', label: t('selectAll'), group, run: onSelectAll },
    ...(selection.isOn ? [{ keys: 'escape', label: t('clear'), group, run: selection.clear }] : []),
  ])
}

/** Returns the places of the rows of a `RowList`. */
export function listPlaces(rows: readonly { id: string }[]): RowPlaces {
  const indexOf = (id: string) => rows.findIndex((row) => row.id === id)
  return {
    focused: () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-item-index]')
      return rows[Number(row?.dataset['itemIndex'] ?? -1)]?.id
    },
    first: () => rows[firstInView()]?.id,
    beside: (id, by) => rows[indexOf(id) + by]?.id,
    focus: (id) =>
      document.querySelector<HTMLElement>(`[data-item-index="${indexOf(id)}"] a`)?.focus(),
  }
}

/** Returns the index of the first row below the headings of its table. */
function firstInView(): number {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-item-index]')]
  const head = document.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0
  const row = rows.find((each) => each.getBoundingClientRect().top >= head - 1) ?? rows[0]
  return Number(row?.dataset['itemIndex'] ?? -1)
}
