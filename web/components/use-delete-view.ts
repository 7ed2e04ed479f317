import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../lib/api.ts'
import { savedViewsQuery } from '../lib/saved-views.ts'
import type { SavedView } from '../lib/saved-views.ts'
import { useIsAdmin, useSession } from '../lib/session.ts'
import { notifyDone, notifyError } from './notify.ts'

/**
 * Returns a function that deletes `view` and shows a notification that offers to restore it; undefined if the member
 * may not delete the view.
 */
export function useDeleteView(view: SavedView | undefined): (() => Promise<void>) | undefined {
  const t = useTranslations('savedViews')
  const tStates = useTranslations('states')
  const { membership } = useSession()
  const isAdmin = useIsAdmin()
  const queries = useQueryClient()
  if (!view || (view.created_by !== membership.id && !isAdmin)) return undefined
  const { id, subject, name, filters, is_shared } = view
  const refresh = () => queries.invalidateQueries(savedViewsQuery(subject))
  const restore = async () => {
    try {
      await api.post('/api/v1/views', { subject, name, filters, is_shared })
      await refresh()
    } catch (err) {
      notifyError(t('restoreFailed'), err)
    }
  }
  return async () => {
    try {
      await api.delete(`/api/v1/views/${id}`)
      notifyDone(t('deleted', { name }), { label: tStates('undo'), run: () => void restore() })
    } catch (err) {
      notifyError(t('deleteFailed'), err)
    }
    await refresh()
  }
}
