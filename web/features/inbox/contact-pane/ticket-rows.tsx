import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TICKET_TONES } from '../../../components/tickets/ticket-status.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import classes from './contact-pane.module.css'
import type { Ticket } from '../../../lib/tickets.ts'

/** Shows the tickets of a contact, with links to their pages. */
export function TicketRows({ tickets }: { tickets: Ticket[] }) {
  const t = useTranslations('personPane')
  if (tickets.length === 0) return <p className={classes.none}>{t('noTickets')}</p>
  return (
    <ul className={classes.rows}>
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <Link to="/tickets/$ticketId" params={{ ticketId: ticket.id }} className={classes.row}>
            <span className={classes.rowTitle}>
              #{ticket.number} <CustomerText>{ticket.title}</CustomerText>
            </span>
            <span className={classes.rowDetail}>
              <StatusText tone={TICKET_TONES[ticket.status]}>
                {t(`ticketStatus.${ticket.status}`)}
              </StatusText>
              {ticket.due_at && (
                <span>
                  {t('due')} <TimeText value={ticket.due_at} />
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
