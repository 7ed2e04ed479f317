import { queryOptions } from '@tanstack/react-query'
import type { View } from '#inbox/views/schema.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** Filters of a list, saved under a name. */
export type SavedView = Wire<View>

/** The list that a saved view filters. */
export type ViewSubject = SavedView['subject']

/** Reads the saved views of a list that the member can see, sorted by name. */
export const savedViewsQuery = (subject: ViewSubject) =>
  queryOptions({
    queryKey: ['views', subject],
    queryFn: async () =>
      (await readAll<SavedView>('/api/v1/views', { subject })).toSorted((a, b) =>
        a.name.localeCompare(b.name),
      ),
    staleTime: 60_000,
  })
