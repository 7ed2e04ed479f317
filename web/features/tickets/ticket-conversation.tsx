import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import type { Page } from '../../lib/wire.ts'
import type { Chat } from '../inbox/data/types.ts'
import type { Ticket } from './ticket-data.ts'
import { TicketThread } from './ticket-thread.tsx'
import classes from './tickets.module.css'

/** The conversation of a ticket, to be answered beside it: the one it came up in, else the newest with its contact. */
export function TicketConversation({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.ticket')
  const own = ticket.conversation_id
  const newest = useQuery({
    queryKey: ['contacts', 'chats', ticket.person_id, 'newest'],
    queryFn: ({ signal }) =>
      api.get<Page<Chat>>('/api/v1/chats', { person_id: ticket.person_id, limit: 1 }, signal),
    enabled: own === null,
  })
  const chatId = own ?? newest.data?.data[0]?.id
  const [messageId, setMessageId] = useState(ticket.message_id)
  const onMessageShown = useCallback(() => setMessageId(null), [])
  return (
    <section className={classes.conversation} aria-labelledby="conversation">
      <div className={classes.conversationHead}>
        <Title order={2} id="conversation" me="auto">
          {t('conversation')}
        </Title>
        {chatId && ticket.message_id && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => setMessageId(ticket.message_id)}
          >
            {t('about')}
          </Anchor>
        )}
        {chatId && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link
                to={`/inbox/${chatId}` as string}
                search={(ticket.message_id ? { message: ticket.message_id } : {}) as never}
                {...props}
              />
            )}
          >
            {t('openInbox')}
          </Anchor>
        )}
      </div>
      {chatId ? (
        <TicketThread
          key={chatId}
          chatId={chatId}
          messageId={messageId}
          onMessageShown={onMessageShown}
        />
      ) : newest.isLoading ? (
        <LoadingRows />
      ) : newest.error ? (
        <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />
      ) : (
        <EmptyState title={t('noConversation')} text={t('noConversationText')} />
      )}
    </section>
  )
}
