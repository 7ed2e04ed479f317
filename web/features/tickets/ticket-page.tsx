import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Page } from '../../components/page.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { ticketQuery, useTicketsLive } from './ticket-data.ts'
import { TicketActivity } from './ticket-activity.tsx'
import { TicketAttachments } from './ticket-attachments.tsx'
import { TicketConversation } from './ticket-conversation.tsx'
import { TicketDetails } from './ticket-details.tsx'
import classes from './tickets.module.css'

/** Shows one ticket with its files, its comments and its history, beside its conversation. */
export function TicketPage() {
  const t = useTranslations('tickets.ticket')
  const { ticketId } = useParams({ strict: false }) as { ticketId: string }
  useTicketsLive()
  const { data: ticket, error, refetch } = useQuery(ticketQuery(ticketId))
  return (
    <Page title={ticket ? t('heading', { number: String(ticket.number) }) : t('details')}>
      <Anchor
        size="sm"
        mb="md"
        display="inline-block"
        renderRoot={(props) => <Link to="/tickets" {...props} />}
      >
        <IconArrowLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      {ticket ? (
        <div className={classes.beside} key={ticket.id}>
          <div className={classes.about}>
            <TicketDetails ticket={ticket} />
            <TicketAttachments ticket={ticket} />
            <TicketActivity ticket={ticket} />
          </div>
          <TicketConversation ticket={ticket} />
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}
