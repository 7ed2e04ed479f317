import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CustomField as CustomFieldShape } from '#contacts/custom-fields/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { api } from './api.ts'
import type { Page, Wire } from './wire.ts'

/** The definition of a custom field of contacts or tickets. */
export type CustomField = Wire<CustomFieldShape>

/** The query key of everything about custom fields. */
export const CUSTOM_FIELDS = ['custom-fields']

/** Reads the custom fields of contacts or tickets that are not archived, the oldest first. One page contains all of them. */
export const customFieldsQuery = (appliesTo: CustomField['applies_to']) =>
  queryOptions({
    queryKey: [...CUSTOM_FIELDS, 'active', appliesTo],
    queryFn: async ({ signal }) => {
      const query = { archived: 'false', applies_to: appliesTo, limit: PAGE_SIZE.max }
      const page = await api.get<Page<CustomField>>('/api/v1/custom-fields', query, signal)
      return page.data.toReversed()
    },
    staleTime: 60_000,
  })

/** Returns the custom fields of contacts or tickets that are not archived, the oldest first; none until they are read. */
export function useCustomFields(appliesTo: CustomField['applies_to'] = 'contact'): {
  fields: CustomField[]
  isPending: boolean
} {
  const { data = [], isPending } = useQuery(customFieldsQuery(appliesTo))
  return { fields: data, isPending }
}
