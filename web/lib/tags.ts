import { queryOptions } from '@tanstack/react-query'
import type { Tag as TagShape } from '#conversations/tags/schema.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** A tag of the workspace. */
export type Tag = Wire<TagShape>

/** Reads the workspace's tags, sorted by name. */
export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: async () =>
    (await readAll<Tag>('/api/v1/tags')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 60_000,
})
