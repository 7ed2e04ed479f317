import { useTranslations } from 'use-intl'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { Selection } from '../../lib/selection.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'

/** Registers the keys that select rows of a `RowList`: that of `id` for the focused row, Ctrl or ⌘ with A, and Escape. */
export function useRowKeys(options: {
  id: ShortcutId
  group: string
  rows: readonly { id: string }[]
  selection: Selection
  onSelectAll: () => void
}): void {
  const { id, group, rows, selection, onSelectAll } = options
  const t = useTranslations('bulk')
  const focused = () =>
    document.activeElement?.closest<HTMLElement>('[data-item-index]')?.dataset['itemIndex']
  const extend = (by: number) => {
    const at = Number(focused() ?? -1)
    const [from, to] = [rows[at], rows[at + by]]
    if (!from || !to) return
    if (selection.has(from.id) && selection.has(to.id)) selection.remove([from.id])
    else selection.add([from.id, to.id])
    document.querySelector<HTMLElement>(`[data-item-index="${at + by}"] a`)?.focus()
  }
  useShortcuts([
    {
      id,
      label: t('selectFocused'),
      group,
      run: () => {
        const row = rows[Number(focused() ?? -1)]
        if (row) selection.toggle(row.id)
      },
    },
    { keys: 'shift+arrowdown', label: t('selectMore'), group, run: () => extend(1), repeats: true },
    { keys: 'shift+arrowup', label: t('selectMore'), group, run: () => extend(-1), repeats: true },
    { keys: 'mod+a', label: t('selectAll'), group, run: onSelectAll },
    ...(selection.isOn ? [{ keys: 'escape', label: t('clear'), group, run: selection.clear }] : []),
  ])
}
