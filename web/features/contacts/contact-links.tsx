import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { toPreview } from '#shared/to-preview.ts'
import type { Ticket } from '#tickets/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { openNewMessage } from '../../lib/new-message.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import { DueText } from '../../components/tickets/due-text.tsx'
import { useTicketLabels } from '../../components/tickets/use-ticket-labels.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import { contactChatsQuery } from './contact-data.ts'
import classes from './contacts.module.css'

/** Shows a contact's newest conversations and tickets. */
export function ContactLinks({ person }: { person: ContactDetail }) {
  return (
    <>
      <ContactChats person={person} />
      <ContactTickets person={person} />
    </>
  )
}

function ContactChats({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const chats = useQuery(contactChatsQuery(person))
  return (
    <section aria-labelledby="chats">
      <Title order={2} id="chats" mb="sm">
        {t('chats')}
      </Title>
      {chats.isPending && <LoadingRows count={1} />}
      {chats.error && !chats.data && (
        <ErrorState error={chats.error} onRetry={() => void chats.refetch()} />
      )}
      {chats.data?.data.length === 0 && (
        <DimmedText>
          {t('noChats')}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => openNewMessage(person)}>
            {t('write')}
          </Anchor>
        </DimmedText>
      )}
      <ul className={classes.plainList}>
        {chats.data?.data.map((chat) => (
          <li key={chat.id}>
            <TextLink to={`/inbox/${chat.id}`}>
              {t('openChat', { channel: chat.channel.name })}
            </TextLink>
            {chat.last_message && (
              <div className={classes.sub}>
                <TimeText value={chat.last_message.created_at} />
                {chat.last_message.text && (
                  <>
                    {' · '}
                    <CustomerText>
                      {toPreview(chat.last_message.text, chat.channel.type).slice(0, 120)}
                    </CustomerText>
                  </>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ContactTickets({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const labels = useTicketLabels()
  const tickets = useQuery({
    queryKey: ['tickets', 'of', person.id, person.merged_ids],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Ticket>>>('/api/v1/tickets', { person_id: person.id, limit: 10 }, signal),
  })
  return (
    <section aria-labelledby="tickets">
      <Title order={2} id="tickets" mb="sm">
        {t('tickets')}
      </Title>
      {tickets.isPending && <LoadingRows count={1} />}
      {tickets.error && !tickets.data && (
        <ErrorState error={tickets.error} onRetry={() => void tickets.refetch()} />
      )}
      {tickets.data?.data.length === 0 && <DimmedText>{t('noTickets')}</DimmedText>}
      <ul className={classes.plainList}>
        {tickets.data?.data.map((ticket) => (
          <li key={ticket.id}>
            <TextLink to={`/tickets/${ticket.id}`}>
              #{ticket.number} <CustomerText>{ticket.title}</CustomerText>
            </TextLink>
            <div className={classes.sub}>
              {labels.status(ticket.status)} · <DueText ticket={ticket} />
            </div>
          </li>
        ))}
      </ul>
      {tickets.data?.next_cursor && (
        <TextLink
          mt="sm"
          display="inline-block"
          to="/tickets"
          search={{ person: person.id, status: 'all' }}
        >
          {t('allTickets')}
        </TextLink>
      )}
    </section>
  )
}
