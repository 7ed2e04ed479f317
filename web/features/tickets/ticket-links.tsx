import { Button, Group, Title } from '@mantine/core'
import { IconLink, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TicketStatus } from '../../components/tickets/ticket-status.tsx'
import { useAction } from '../../components/use-action.ts'
import { api } from '../../lib/api.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './ticket-activity.module.css'
import { linksQuery, refetchTicket } from './ticket-data.ts'
import type { TicketLink } from './ticket-data.ts'
import { TicketLinkDialog } from './ticket-link-dialog.tsx'

/** Shows the links of a ticket to others; more can be added and each removed. */
export function TicketLinks({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.links')
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { data: links = [] } = useQuery(linksQuery(ticket))
  const remove = useAction({
    run: (link: TicketLink) => api.delete(`/api/v1/tickets/${ticket.id}/links/${link.id}`),
    failed: t('removeFailed'),
    onDone: () => refetchTicket(queries, ticket.id),
  })
  return (
    <section aria-labelledby="ticket-links">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h3" id="ticket-links">
          {t('title')}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconLink size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      </Group>
      {links.length === 0 && <DimmedText>{t('none')}</DimmedText>}
      <ul className={classes.files} aria-label={t('title')}>
        {links.map((link) => (
          <li key={link.id} className={classes.file} data-kind="link">
            <DimmedText>{t(`kinds.${link.kind}`)}</DimmedText>
            <TextLink miw={0} to={`/tickets/${link.ticket.id}`}>
              #{link.ticket.number} <CustomerText>{link.ticket.title}</CustomerText>
            </TextLink>
            <TicketStatus status={link.ticket.status} />
            <IconButton
              label={t('remove', { number: String(link.ticket.number) })}
              onClick={() => remove.mutate(link)}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {isAdding && <TicketLinkDialog ticket={ticket} onClose={() => setAdding(false)} />}
    </section>
  )
}
