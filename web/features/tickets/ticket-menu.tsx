import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { TICKET_STATUSES } from '#shared/tickets.ts'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import { useSession } from '../../lib/session.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { useChangeTicket } from './use-change-ticket.ts'

/** Returns functions that change a ticket from a list and say what was done, with an undo. */
export function useTicketMoves() {
  const t = useTranslations('tickets')
  const labels = useTicketLabels()
  const { membership } = useSession()
  const change = useChangeTicket()
  return {
    move: (ticket: Ticket, status: Ticket['status']) =>
      change({
        ticket,
        patch: { status },
        said: t('board.moved', { number: String(ticket.number), status: labels.status(status) }),
      }),
    assignToMe: (ticket: Ticket) => change({ ticket, patch: { assignee_id: membership.id } }),
    isMine: (ticket: Ticket) => ticket.assignee_id === membership.id,
  }
}

/** Shows the items of a menu that move a ticket to another status. */
export function StatusItems(props: { ticket: Ticket; onMove: (status: Ticket['status']) => void }) {
  const { ticket, onMove } = props
  const t = useTranslations('tickets.board')
  const labels = useTicketLabels()
  return TICKET_STATUSES.filter((status) => status !== ticket.status).map((status) => (
    <Menu.Item key={status} onClick={() => onMove(status)}>
      {t('moveTo', { status: labels.status(status) })}
    </Menu.Item>
  ))
}

/** Shows the items of a ticket's menu in the list. */
export function TicketItems({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.row')
  const { move, assignToMe, isMine } = useTicketMoves()
  return (
    <>
      <StatusItems ticket={ticket} onMove={(status) => move(ticket, status)} />
      {!isMine(ticket) && (
        <Menu.Item onClick={() => assignToMe(ticket)}>{t('assignToMe')}</Menu.Item>
      )}
    </>
  )
}

/** Shows the button that opens a ticket's menu in the list, to members who may change it. */
export function TicketMenu({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.row')
  const mayChange = useMay()('tickets:write')
  if (!mayChange) return null
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { number: String(ticket.number) })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <TicketItems ticket={ticket} />
      </Menu.Dropdown>
    </Menu>
  )
}
