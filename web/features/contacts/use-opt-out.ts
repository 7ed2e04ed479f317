import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { api } from '../../lib/api.ts'
import type { ContactDetail } from '../../lib/contacts.ts'

/** Returns functions that opt a contact out of marketing messages and in again, and whether one is running. */
export function useOptOut(
  person: ContactDetail,
  name: string,
  onDone: () => void,
): { optOut: () => void; optIn: () => void; isPending: boolean } {
  const t = useTranslations('contacts.optOut')
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (way: 'opt-out' | 'opt-in') => api.post(`/api/v1/contacts/${person.id}/${way}`, {}),
    onSuccess: (_, way) => {
      notifyDone(t(way === 'opt-out' ? 'done' : 'undone', { name }))
      void queries.invalidateQueries()
      onDone()
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  return { optOut: () => mutate('opt-out'), optIn: () => mutate('opt-in'), isPending }
}
