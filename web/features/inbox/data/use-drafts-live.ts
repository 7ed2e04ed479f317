import { useLive } from '../../../lib/live.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { REPLY_DRAFTS } from './reply-drafts-query.ts'

/** Reads drafts again when one is created, sent or discarded: no event of the API reports it. */
export function useDraftsLive(): void {
  useLive(({ type }) => {
    if (type === 'drafts') void queryClient.invalidateQueries({ queryKey: REPLY_DRAFTS })
  })
}
