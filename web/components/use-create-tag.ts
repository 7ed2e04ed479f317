import { useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { tagsQuery } from '../lib/tags.ts'
import type { Tag } from '../lib/tags.ts'
import { notifyError } from './notify.ts'

/** Returns a function that creates a tag. It returns undefined, and shows a notification titled `failed`, if it cannot. */
export function useCreateTag(failed: string): (name: string) => Promise<Tag | undefined> {
  const queries = useQueryClient()
  return async (name) => {
    try {
      const tag = await api.post<Tag>('/api/v1/tags', { name })
      queries.setQueryData(tagsQuery.queryKey, (known) => [...(known ?? []), tag])
      void queries.invalidateQueries(tagsQuery)
      return tag
    } catch (err) {
      notifyError(failed, err)
      return undefined
    }
  }
}
