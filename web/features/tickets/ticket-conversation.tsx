import { Anchor, Button, Group, Title } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { useLive } from '../../lib/live.ts'
import type { Page } from '../../lib/wire.ts'
import type { Chat, ThreadPage } from '../inbox/data/types.ts'
import type { Ticket } from './ticket-data.ts'
import { ConversationItem } from './conversation-item.tsx'
import classes from './tickets.module.css'

const ITEMS = 30

/** The conversation of a ticket: the one it came up in, else the newest with its contact. */
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
  return (
    <section aria-labelledby="conversation">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="conversation">
          {t('conversation')}
        </Title>
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
      </Group>
      {chatId ? (
        <Conversation chatId={chatId} ticket={ticket} />
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

function Conversation({ chatId, ticket }: { chatId: string; ticket: Ticket }) {
  const t = useTranslations('tickets.ticket')
  const queries = useQueryClient()
  const key = ['tickets', 'conversation', chatId]
  const thread = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      api.get<ThreadPage>(
        `/api/v1/chats/${chatId}/thread`,
        { limit: ITEMS, before: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.before_cursor,
  })
  useLive(({ type, data }) => {
    const { conversation_id: of } = data as { conversation_id?: string }
    if (of === chatId && /^(message|note)\./.test(type))
      void queries.invalidateQueries({ queryKey: key })
  })
  if (thread.isPending) return <LoadingRows />
  if (thread.error && !thread.data)
    return <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />
  const items = thread.data.pages.toReversed().flatMap((page) => page.data)
  return (
    <>
      {thread.hasNextPage && (
        <Group justify="center" mb="sm">
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => void thread.fetchNextPage()}
            loading={thread.isFetchingNextPage}
          >
            {t('earlier')}
          </Button>
        </Group>
      )}
      <ol className={classes.messages}>
        {items.map((item) => (
          <ConversationItem
            key={item.id}
            item={item}
            chatId={chatId}
            isAbout={item.id === ticket.message_id}
          />
        ))}
      </ol>
    </>
  )
}
