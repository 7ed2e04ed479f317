import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAction } from '../../components/use-action.ts'
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
  const { mutate, isPending } = useAction({
    run: (way: 'opt-out' | 'opt-in') => api.post(`/api/v1/contacts/${person.id}/${way}`, {}),
    done: (_, way) => t(way === 'opt-out' ? 'done' : 'undone', { name }),
    failed: t('failed'),
    onDone: () => {
      void queries.invalidateQueries()
      onDone()
    },
  })
  return { optOut: () => mutate('opt-out'), optIn: () => mutate('opt-in'), isPending }
}
