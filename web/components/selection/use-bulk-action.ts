import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { BulkSubject } from '#shared/bulk-actions.ts'
import { api } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import { isRunning, moveBulk, showBulk } from '../../lib/bulk-actions.ts'
import type { BulkAction } from '../../lib/bulk-actions.ts'
import { membersQuery } from '../../lib/members.ts'
import type { Selection } from '../../lib/selection.ts'
import { useSession } from '../../lib/session.ts'
import { notifyDone, notifyError } from '../notify.ts'

/** The action of a bulk action, with its values. */
type BulkChange = { action: string } & Record<string, string | null>

/** Changes the selected rows, or only `ids`. `value` is the new value of the field as the notice shows it. */
export type RunBulk = (change: BulkChange, value?: string, ids?: string[]) => Promise<void>

/**
 * Returns functions that change the selected rows of a list, and that select all rows that match its `filters`. The result
 * is reported in a notice with an undo, or as progress while the change runs in the background.
 */
export function useBulkAction(options: {
  subject: BulkSubject
  selection: Selection
  filters: Query
  /** Called when rows were changed and live events may not report it. */
  onDone?: () => void
}): { run: RunBulk; selectAll: () => Promise<void> } {
  const { subject, selection, filters, onDone } = options
  const t = useTranslations('bulkResults')
  const tStates = useTranslations('states')
  const { workspace } = useSession()
  const queries = useQueryClient()
  const track = (bulk: BulkAction) => showBulk({ workspaceId: workspace.id, subject, id: bulk.id })

  async function undo(id: string): Promise<void> {
    try {
      const undone = await moveBulk(id, 'undo')
      if (isRunning(undone)) return track(undone)
      notifyDone(t('undone', { count: undone.undone, kept: undone.kept }))
      onDone?.()
    } catch (err) {
      notifyError(t('undoFailed'), err)
    }
  }

  function describe(
    change: BulkChange,
    value: string,
    { done, skipped, failed }: BulkAction,
  ): string {
    const { action, assignee_id: assigneeId, due_at: dueAt } = change
    const key =
      action === 'assign' && assigneeId === null
        ? 'unassign'
        : action === 'set_due' && dueAt === null
          ? 'remove_due'
          : action
    const members = queries.getQueryData(membersQuery.queryKey)
    const name = members?.find(({ id }) => id === assigneeId)?.name ?? t('someone')
    const doneKey = `done.${subject}.${key}` as 'done.chats.close'
    const text = done === 0 ? t('none', { subject }) : t(doneKey, { count: done, name, value })
    return skipped + failed === 0 ? text : `${text} ${t('skipped', { count: skipped + failed })}`
  }

  return {
    async run(change, value = '', ids = selection.ids) {
      const chosen = selection.isAll
        ? { filter: toFilter(filters), except_ids: selection.exceptions }
        : { ids }
      try {
        const bulk = await api.post<BulkAction>(`/api/v1/${subject}/bulk-actions`, {
          ...change,
          ...chosen,
        })
        selection.clear()
        if (isRunning(bulk)) return track(bulk)
        notifyDone(
          describe(change, value, bulk),
          bulk.can_undo ? { label: tStates('undo'), run: () => void undo(bulk.id) } : undefined,
        )
        onDone?.()
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
