import { useRef, useState } from 'react'
import { useBulkAction } from '../../components/selection/use-bulk-action.ts'
import { useSelection } from '../../lib/selection.ts'
import { useUrlFilters } from '../../lib/use-url-filters.ts'
import { useTicketsLive } from './ticket-data.ts'
import { TICKET_FILTERS, toTicketQuery } from './ticket-filters.ts'
import { useTicketActions } from './use-ticket-actions.ts'

/** Returns the state that the list and the board of tickets have in common. The board has a column for each status. */
export function useTicketsPage(layout: 'list' | 'board') {
  const { filters, change, replace } = useUrlFilters(TICKET_FILTERS)
  const [isCreating, setCreating] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  useTicketsLive()
  useTicketActions({ layout, filters, search, onCreate: () => setCreating(true) })
  const { sort: _sort, ...matching } = toTicketQuery(
    layout === 'list' ? filters : { ...filters, status: 'all' },
  )
  const selection = useSelection(JSON.stringify(matching))
  const bulk = useBulkAction({ subject: 'tickets', selection, filters: matching })
  return {
    layout,
    filters,
    change,
    replace,
    isCreating,
    setCreating,
    search,
    matching,
    selection,
    bulk,
  }
}
