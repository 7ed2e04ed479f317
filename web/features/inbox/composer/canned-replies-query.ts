import { queryOptions } from '@tanstack/react-query'
import type { CannedReply } from '#messages/canned-replies/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import { readAll } from '../../../lib/read-all.ts'

/** Reads every canned reply of the workspace, sorted by shortcut. */
export const cannedRepliesQuery = queryOptions({
  queryKey: ['canned-replies'],
  queryFn: async () =>
    (await readAll<Wire<CannedReply>>('/api/v1/canned-replies')).toSorted((a, b) =>
      a.shortcut.localeCompare(b.shortcut),
    ),
  staleTime: 60_000,
})
