import { useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { useAction } from './use-action.ts'

/** Returns a function that unblocks a contact, and whether it is being unblocked. `texts` report the outcome. */
export function useUnblock(
  person: { id: string },
  texts: { done: string; failed: string },
): { unblock: () => void; isPending: boolean } {
  const queries = useQueryClient()
  const { mutate, isPending } = useAction({
    run: () => api.post(`/api/v1/contacts/${person.id}/unblock`, {}),
    ...texts,
    onDone: () => void queries.invalidateQueries(),
  })
  return { unblock: () => mutate(), isPending }
}
