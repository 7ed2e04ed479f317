import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { IconEye, IconEyeOff, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AssigneeText } from '../../components/tickets/assignee-text.tsx'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { useAction } from '../../components/use-action.ts'
import { api } from '../../lib/api.ts'
import { membersQuery } from '../../lib/members.ts'
import { useSession } from '../../lib/session.ts'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './ticket-activity.module.css'
import { refetchTicket } from './ticket-data.ts'

type Change = { id: string; follows: boolean }

/** Shows who follows a ticket. One click follows it; colleagues can be added, and each removed. */
export function TicketFollowers({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.followers')
  const queries = useQueryClient()
  const labels = useTicketLabels()
  const me = useSession().membership.id
  const { data: members = [] } = useQuery(membersQuery)
  const path = `/api/v1/tickets/${ticket.id}/followers`
  const change = useAction({
    run: ({ id, follows }: Change) =>
      follows ? api.post<unknown>(path, { membership_id: id }) : api.delete(`${path}/${id}`),
    failed: t('failed'),
    onDone: () => refetchTicket(queries, ticket.id),
  })
  const follows = ticket.follower_ids.includes(me)
  const others = members.filter(
    ({ id, removed_at }) => removed_at === null && id !== me && !ticket.follower_ids.includes(id),
  )
  return (
    <section aria-labelledby="ticket-followers">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h3" id="ticket-followers">
          {t('title')}
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={
            follows ? <IconEyeOff size={14} aria-hidden /> : <IconEye size={14} aria-hidden />
          }
          loading={change.isPending}
          onClick={() => change.mutate({ id: me, follows: !follows })}
        >
          {t(follows ? 'unfollow' : 'follow')}
        </Button>
      </Group>
      {ticket.follower_ids.length === 0 && <DimmedText>{t('none')}</DimmedText>}
      <ul className={classes.files} aria-label={t('title')}>
        {ticket.follower_ids.map((id) => (
          <li key={id} className={classes.file}>
            <AssigneeText id={id} />
            <IconButton
              label={t('remove', { name: labels.assignee(id) })}
              onClick={() => change.mutate({ id, follows: false })}
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <NativeSelect
          size="sm"
          aria-label={t('add')}
          value=""
          onChange={({ currentTarget: { value } }) =>
            value && change.mutate({ id: value, follows: true })
          }
          data={[
            { value: '', label: t('add') },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </section>
  )
}
