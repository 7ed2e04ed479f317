import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../components/text-link.tsx'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Chat } from '#conversations/schema.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import { Conversation } from '../inbox/conversation.tsx'
import type { Ticket } from '../../lib/tickets.ts'
import classes from './tickets.module.css'

/** Shows the conversation of a ticket: the one it was created from, or the contact's most recent one. */
export function TicketConversation({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.ticket')
  const tKeys = useTranslations('tickets.keys')
  const own = ticket.conversation_id
  const newest = useQuery({
    queryKey: ['contacts', 'chats', ticket.person_id, 'newest'],
    queryFn: ({ signal }) =>
      api.get<Page<Wire<Chat>>>('/api/v1/chats', { person_id: ticket.person_id, limit: 1 }, signal),
    enabled: own === null,
  })
  const chatId = own ?? newest.data?.data[0]?.id
  const [messageId, setMessageId] = useState(ticket.message_id)
  const onMessageShown = useCallback(() => setMessageId(null), [])
  return (
    <section className={classes.conversation} aria-label={t('conversation')}>
      <div className={classes.conversationHead}>
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
          <TextLink
            to={`/inbox/${chatId}`}
            search={ticket.message_id ? { message: ticket.message_id } : {}}
          >
            {t('openInbox')}
          </TextLink>
        )}
      </div>
      {chatId ? (
        <Conversation
          key={chatId}
          chatId={chatId}
          messageId={messageId}
          onMessageShown={onMessageShown}
          shortcutGroup={tKeys('group')}
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
