import { useQueries } from '@tanstack/react-query'
import { customFieldsQuery } from '../../lib/custom-fields.ts'
import { membersQuery } from '../../lib/members.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { teamsQuery } from '../../lib/teams.ts'
import { ticketTypesQuery } from '../../lib/ticket-types.ts'
import { isSettled } from '../../lib/is-settled.ts'

/**
 * Returns whether everything is read, or has failed, from which the filters, rows and pages of tickets get their size: the
 * members, teams, tags, types and custom fields. What is shown before it would move later.
 */
export function useIsShaped(): boolean {
  return useQueries({
    queries: [membersQuery, teamsQuery, tagsQuery, ticketTypesQuery, customFieldsQuery('ticket')],
    combine: (results) => results.every(isSettled),
  })
}
