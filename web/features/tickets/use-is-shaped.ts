import { useQueries } from '@tanstack/react-query'
import { customFieldsQuery } from '../../lib/custom-fields.ts'
import { membersQuery } from '../../lib/members.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { ticketTypesQuery } from '../../lib/ticket-types.ts'

/**
 * Returns whether everything is read, or has failed, from which the filters and the rows of tickets get their size: the
 * members, tags, types and custom fields. What is shown before it would move later.
 */
export function useIsShaped(): boolean {
  return useQueries({
    queries: [membersQuery, tagsQuery, ticketTypesQuery, customFieldsQuery('ticket')],
    combine: (results) => results.every(({ isLoading }) => !isLoading),
  })
}
