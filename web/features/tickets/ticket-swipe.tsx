import { IconCheck, IconTicket } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { AnchoredMenu } from '../../components/swipe/anchored-menu.tsx'
import { RowSwipe } from '../../components/swipe/row-swipe.tsx'
import { isDoneStatus } from '#shared/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { TicketItems, useTicketMoves } from './ticket-menu.tsx'

/** Shows the actions of a ticket whose card a finger moves aside: to solve or to reopen it, and others. */
export function TicketSwipe({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useTranslations('tickets.row')
  const { move } = useTicketMoves()
  const mayChange = useMay()('tickets:write')
  return (
    <RowSwipe
      moreLabel={t('more')}
      actionsOf={(row) => {
        const ticket = tickets.find(({ id }) => id === row.dataset['swipe'])
        if (!ticket || !mayChange) return null
        const isDone = isDoneStatus(ticket.status)
        const Icon = isDone ? IconTicket : IconCheck
        return {
          right: [
            {
              id: 'solve',
              label: t(isDone ? 'reopen' : 'solve'),
              icon: <Icon size={20} aria-hidden />,
              tone: 'accent',
              run: () => move(ticket, isDone ? 'open' : 'solved'),
            },
          ],
          menu: (onClose) => (
            <AnchoredMenu onClose={onClose}>
              <TicketItems ticket={ticket} />
            </AnchoredMenu>
          ),
        }
      }}
    />
  )
}
