import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { useAction } from '../../components/use-action.ts'
import type { Merge } from './contact-data.ts'

/** Returns a mutation that undoes a merge and refetches both contacts. */
export function useUndoMerge() {
  const t = useTranslations('contacts.mergeDialog')
  const queries = useQueryClient()
  return useAction({
    run: (id: string) => api.post<Merge>(`/api/v1/contacts/merges/${id}/undo`),
    done: t('undone'),
    failed: t('undoFailed'),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ['contacts'] })
      void queries.invalidateQueries({ queryKey: ['tickets'] })
    },
  })
}
