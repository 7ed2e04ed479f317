import { useMemo, useState } from 'react'

type State = {
  key: string
  /** Whether selecting was begun without a row, as on a phone. */
  isBegun: boolean
  /** The number of all rows that match the filters when all of them are selected; null otherwise. */
  total: number | null
  /** The selected rows, or when all are selected, those that are not. */
  ids: ReadonlySet<string>
  /** The row from which a range extends. */
  anchor: string | null
}

/** The rows of a list that a member has selected, and the functions that change the selection. */
export type Selection = {
  /** The number of selected rows, including those that are not loaded. */
  count: number
  /** Whether rows are being selected, so that checkboxes are shown. */
  isOn: boolean
  /** Whether everything that matches the filters is selected, except some. */
  isAll: boolean
  /** The ids that are selected one by one; empty when all are selected. */
  ids: string[]
  /** The ids that are not selected when all others are. */
  exceptions: string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Selects the rows from the last one that was chosen to `id`, in the order of `order`. */
  extendTo: (id: string, order: readonly string[]) => void
  add: (ids: readonly string[]) => void
  remove: (ids: readonly string[]) => void
  /**
   * Selects everything that matches the filters: `total` rows. Rows that the member has deselected since this selection
   * was shown stay deselected, and a selection that was cleared since stays cleared.
   */
  selectAll: (total: number) => void
  /** Shows checkboxes before a row is selected. */
  begin: () => void
  clear: () => void
}

const NONE: Omit<State, 'key'> = { isBegun: false, total: null, ids: new Set(), anchor: null }

/** Returns the selection in the list that `key` names; it is empty in another list. */
export function useSelection(key: string): Selection {
  const [stored, setState] = useState<State>({ key, ...NONE })
  return useMemo(() => {
    const state = stored.key === key ? stored : { key, ...NONE }
    const { total, ids, anchor, isBegun } = state
    const isAll = total !== null
    const has = (id: string) => ids.has(id) !== isAll
    const change = (next: Partial<State>) => setState({ ...state, ...next })
    const withRows = (rows: readonly string[], isSelected: boolean) => {
      const next = new Set(ids)
      for (const id of rows)
        if (isSelected !== isAll) next.add(id)
        else next.delete(id)
      return next
    }
    const count = isAll ? Math.max(0, total - ids.size) : ids.size
    return {
      count,
      isOn: isBegun || count > 0,
      isAll,
      ids: isAll ? [] : [...ids],
      exceptions: isAll ? [...ids] : [],
      has,
      toggle: (id) => change({ ids: withRows([id], !has(id)), anchor: id }),
      extendTo: (id, order) => {
        const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)]
        const rows = from < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
        change({ ids: withRows(rows, true), anchor: anchor ?? id })
      },
      add: (rows) => change({ ids: withRows(rows, true), anchor: rows.at(-1) ?? anchor }),
      remove: (rows) => change({ ids: withRows(rows, false) }),
      selectAll: (all) =>
        setState((now) => {
          const later = now === stored ? state : now
          if (later.key !== key || wasCleared(state, later)) return now
          return { ...later, total: all, ids: listDeselected(state, later) }
        }),
      begin: () => change({ isBegun: true }),
      clear: () => setState({ key, ...NONE }),
    }
  }, [stored, key])
}

function wasCleared(before: State, now: State): boolean {
  if (before.total !== null) return now.total === null
  return now.total === null && before.ids.size > 0 && now.ids.size === 0
}

/** Returns the rows that were deselected between two states of a selection. */
function listDeselected(before: State, now: State): ReadonlySet<string> {
  const isOff = ({ ids, total }: State, id: string) => ids.has(id) === (total !== null)
  const rows = new Set([...before.ids, ...now.ids])
  return new Set([...rows].filter((id) => isOff(now, id) && !isOff(before, id)))
}
