import { useTranslations } from 'use-intl'
import type { Ticket } from '../../lib/tickets.ts'
import { SlaMark } from '../inbox/sla-mark.tsx'

/** Shows when the SLA target of an open ticket's conversation is or was due; nothing without one. */
export function TicketSla({ ticket: { sla, status } }: { ticket: Ticket }) {
  const t = useTranslations('tickets')
  if (!sla || status === 'solved' || status === 'closed') return null
  return <SlaMark sla={sla} name={t(`targets.${sla.metric}`)} />
}
