import { useTranslations } from 'use-intl'
import { isDoneStatus } from '#shared/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { SlaMark } from '../inbox/sla-mark.tsx'

/** Shows when the SLA target of an open ticket's conversation is or was due; nothing without one. */
export function TicketSla({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets')
  const { sla } = ticket
  return sla && hasTarget(ticket) ? <SlaMark sla={sla} name={t(`targets.${sla.metric}`)} /> : null
}

/** Returns whether `TicketSla` shows something. */
export function hasTarget({ sla, status }: Ticket): boolean {
  return Boolean(sla) && !isDoneStatus(status)
}
