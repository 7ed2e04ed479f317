import type { Ticket } from '../../lib/tickets.ts'
import { StatusText } from '../status-text.tsx'
import type { Tone } from '../status-text.tsx'
import { useTicketLabels } from './use-ticket-labels.ts'

/** Meaning of each status, for its colour. */
export const TICKET_TONES: Record<Ticket['status'], Tone> = {
  open: 'active',
  pending: 'busy',
  solved: 'good',
  closed: 'quiet',
}

/** Shows the status of a ticket as a word with a coloured dot. */
export function TicketStatus({ status }: { status: Ticket['status'] }) {
  const labels = useTicketLabels()
  return <StatusText tone={TICKET_TONES[status]}>{labels.status(status)}</StatusText>
}
