import type { Ticket } from '../../lib/tickets.ts'
import { SlaMark } from '../inbox/sla-mark.tsx'

/** Shows when the SLA target of an open ticket's conversation is or was due; nothing without one. */
export function TicketSla({ ticket: { sla, status } }: { ticket: Ticket }) {
  if (!sla || status === 'solved' || status === 'closed') return null
  return <SlaMark sla={sla} />
}
