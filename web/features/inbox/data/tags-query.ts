import { queryOptions } from '@tanstack/react-query'
import { readAll } from '../../../lib/read-all.ts'
import type { Tag } from './types.ts'

/** Reads the workspace's tags, sorted by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async () =>
    (await readAll<Tag>('/api/v1/tags')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 60_000,
})
