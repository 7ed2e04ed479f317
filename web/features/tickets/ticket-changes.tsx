import { useNavigate } from '@tanstack/react-router'
import type { RunBulk } from '../../components/selection/use-bulk-action.ts'
import { TicketForm } from '../../components/tickets/ticket-form.tsx'
import type { Query } from '../../lib/api.ts'
import type { Selection } from '../../lib/selection.ts'
import { TicketSelectionBar } from './ticket-selection-bar.tsx'

/** Shows the actions on selected tickets, and the form of a new ticket, which opens the ticket once it is created. */
export function TicketChanges(props: {
  selection: Selection
  /** The conditions of the tickets that are selected by "all that match". */
  filters: Query
  bulk: { selectAll: () => Promise<void>; run: RunBulk }
  isCreating: boolean
  onClose: () => void
}) {
  const { selection, filters, bulk, isCreating, onClose } = props
  const navigate = useNavigate()
  return (
    <>
      {selection.isOn && (
        <TicketSelectionBar
          selection={selection}
          filters={filters}
          onSelectAll={() => void bulk.selectAll()}
          onChange={bulk.run}
        />
      )}
      {isCreating && (
        <TicketForm
          onClose={onClose}
          onCreated={(ticket) =>
            void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } })
          }
        />
      )}
    </>
  )
}
