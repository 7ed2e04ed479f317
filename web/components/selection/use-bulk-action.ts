import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { api } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import { askBulk, bulkKey, showBulk } from '../../lib/bulk-actions.ts'
import type { BulkAction } from '../../lib/bulk-actions.ts'
import type { Selection } from '../../lib/selection.ts'
import { useSession } from '../../lib/session.ts'
import { notifyError } from '../notify.ts'

/** The action of a bulk action, with its values. */
type Change = { action: string } & Record<string, string | null>

/** Changes the selected rows, or only `ids`. */
export type RunBulk = (change: Change, ids?: string[]) => Promise<void>

/** Changes of more rows are confirmed first. */
const UNASKED_MAX = 100

/** Actions whose dialogs have already named the number. */
const ASKED = ['erase', 'merge']

/**
 * Returns functions that change the selected rows of a list, and that select all rows that match its `filters`. A change of
 * many rows asks first. `BulkProgress` shows the progress and the result.
 */
export function useBulkAction(options: {
  subject: BulkSubject
  selection: Selection
  filters: Query
}): { run: RunBulk; selectAll: () => Promise<void> } {
  const { subject, selection, filters } = options
  const t = useTranslations('bulkResults')
  const { workspace } = useSession()
  const queries = useQueryClient()
  return {
    async run(change, ids = selection.ids) {
      const { action, ...parameters } = change
      const chosen = selection.isAll
        ? { filter: toFilter(filters), except_ids: selection.exceptions }
        : { ids }
      const count = selection.isAll ? selection.count : ids.length
      const isAsked = count <= UNASKED_MAX || ASKED.includes(action)
      if (!isAsked && !(await askBulk({ subject, action, parameters, count }))) return
      try {
        const bulk = await api.post<BulkAction>(`/api/v1/${subject}/bulk-actions`, {
          ...change,
          ...chosen,
        })
        selection.clear()
        queries.setQueryData(bulkKey(bulk.id), bulk)
        showBulk({ workspaceId: workspace.id, subject, id: bulk.id })
      } catch (err) {
        notifyError(t('failed'), err)
      }
    },
    async selectAll() {
      try {
        const { count } = await api.get<{ count: number }>(`/api/v1/${subject}/matches`, filters)
        selection.selectAll(count)
      } catch (err) {
        notifyError(t('selectFailed'), err)
      }
    },
  }
}

/** Filters that are true or false in a body, and texts in an address. */
const FLAGS = ['overdue', 'has_due_time']

/** Returns the filters as the body of a request has them: without empty ones, and with flags that the address has as text. */
export function toFilter(filters: Query): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => [
        name,
        FLAGS.includes(name) ? value === 'true' || value === true : value,
      ]),
  )
}
