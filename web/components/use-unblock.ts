import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { notifyDone, notifyError } from './notify.ts'

/** Returns a function that unblocks a contact, and whether it is being unblocked. `texts` report the outcome. */
export function useUnblock(
  person: { id: string },
  texts: { done: string; failed: string },
): { unblock: () => void; isPending: boolean } {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post(`/api/v1/contacts/${person.id}/unblock`, {}),
    onSuccess: () => {
      notifyDone(texts.done)
      void queries.invalidateQueries()
    },
    onError: (err) => notifyError(texts.failed, err),
  })
  return { unblock: () => mutate(), isPending }
}
