import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { notifyDone, notifyError } from '../../components/notify.ts'
import type { Merge } from './contact-data.ts'

/** Returns a mutation that undoes a merge and refetches both contacts. */
export function useUndoMerge() {
  const t = useTranslations('contacts.mergeDialog')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.post<Merge>(`/api/v1/contacts/merges/${id}/undo`),
    onSuccess: () => {
      notifyDone(t('undone'))
      void queries.invalidateQueries({ queryKey: ['contacts'] })
      void queries.invalidateQueries({ queryKey: ['tickets'] })
    },
    onError: (err) => notifyError(t('undoFailed'), err),
  })
}
