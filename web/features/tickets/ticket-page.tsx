import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { AllowedFields } from '../../components/allowed-fields.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { expandOf, ticketQuery, useTicketsLive } from './ticket-data.ts'
import { TicketAttachments } from './ticket-attachments.tsx'
import { TicketContact } from './ticket-contact.tsx'
import { TicketDescription } from './ticket-description.tsx'
import { TicketDetails } from './ticket-details.tsx'
import { TicketFollowers } from './ticket-followers.tsx'
import { TicketLinks } from './ticket-links.tsx'
import { TicketSla } from './ticket-sla.tsx'
import { TicketTitleForm } from './ticket-title-form.tsx'
import { TicketViews } from './ticket-views.tsx'
import { useIsShaped } from './use-is-shaped.ts'
import classes from './tickets.module.css'

/** Shows one ticket: its text and its views in the middle, its properties, files, links and followers in a column beside them. */
export function TicketPage() {
  const t = useTranslations('tickets.ticket')
  const { ticketId } = useParams({ strict: false }) as { ticketId: string }
  useTicketsLive()
  const {
    data: ticket,
    error,
    refetch,
  } = useQuery(ticketQuery(ticketId, expandOf(useMay()('chats:read'))))
  const isShaped = useIsShaped()
  if (ticket && isShaped) return <Shown key={ticket.id} ticket={ticket} />
  return (
    <Page title={t('details')} back={{ to: '/tickets', label: t('back') }} width="full">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Page>
  )
}

function Shown({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.ticket')
  const mayChange = useMay()('tickets:write')
  const [isEditing, setEditing] = useState(false)
  return (
    <Page
      title={`#${ticket.number} ${ticket.title}`}
      back={{ to: '/tickets', label: t('back') }}
      head={
        <PageHead
          heading={<CustomerText>{ticket.title}</CustomerText>}
          beside={
            !isEditing &&
            mayChange && (
              <ActionIcon aria-label={t('editTitle')} onClick={() => setEditing(true)}>
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            )
          }
          facts={
            <>
              <DimmedText>#{ticket.number}</DimmedText>
              <TicketContact personId={ticket.person_id} />
              <TicketSla ticket={ticket} />
            </>
          }
        />
      }
      width="full"
    >
      <div className={classes.beside}>
        <div className={classes.properties}>
          <AllowedFields scope="tickets:write">
            <TicketDetails ticket={ticket} />
          </AllowedFields>
        </div>
        <div className={classes.middle}>
          {isEditing && <TicketTitleForm ticket={ticket} onClose={() => setEditing(false)} />}
          <AllowedFields scope="tickets:write">
            <TicketDescription ticket={ticket} />
          </AllowedFields>
          <TicketViews ticket={ticket} />
        </div>
        <div className={classes.properties}>
          <AllowedFields scope="tickets:write">
            <TicketAttachments ticket={ticket} />
            <TicketLinks ticket={ticket} />
            <TicketFollowers ticket={ticket} />
          </AllowedFields>
        </div>
      </div>
    </Page>
  )
}
