import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../components/page.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { TicketForm } from '../../components/tickets/ticket-form.tsx'
import { TicketHead } from './ticket-head.tsx'
import { TicketPageActions } from './ticket-page-actions.tsx'
import { TicketSelectionBar } from './ticket-selection-bar.tsx'
import { useIsShaped } from './use-is-shaped.ts'
import type { useTicketsPage } from './use-tickets-page.ts'

/**
 * Shows what surrounds the list and the board of tickets: views and filters, the actions on selected tickets, and the form of a new
 * ticket, which opens the ticket once it is created.
 */
export function TicketsFrame(props: {
  page: ReturnType<typeof useTicketsPage>
  children: ReactNode
}) {
  const { page, children } = props
  const { layout, filters, selection, bulk, isCreating, setCreating } = page
  const t = useTranslations('tickets')
  const navigate = useNavigate()
  const isShaped = useIsShaped()
  return (
    <Page
      title={t('title')}
      width="full"
      actions={
        <TicketPageActions layout={layout} filters={filters} onCreate={() => setCreating(true)} />
      }
    >
      {isShaped ? (
        <>
          <TicketHead
            layout={layout}
            filters={filters}
            onChange={page.change}
            onReplace={page.replace}
            search={page.search}
          />
          {children}
        </>
      ) : (
        <LoadingRows count={10} />
      )}
      {selection.isOn && (
        <TicketSelectionBar
          selection={selection}
          filters={page.matching}
          onSelectAll={() => void bulk.selectAll()}
          onChange={bulk.run}
        />
      )}
      {isCreating && (
        <TicketForm
          onClose={() => setCreating(false)}
          onCreated={(ticket) =>
            void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } })
          }
        />
      )}
    </Page>
  )
}
