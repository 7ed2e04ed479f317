import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Chat } from '../../../server/conversations/schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import type { Page as PageOf, Wire } from '../../lib/wire.ts'

/** The inbox. */
export function InboxPage() {
  const t = useTranslations('inbox')
  const chats = useQuery({
    queryKey: ['chats'],
    queryFn: ({ signal }) => api.get<PageOf<Wire<Chat>>>('/api/v1/chats', {}, signal),
  })
  return (
    <Page title={t('title')}>
      {chats.isPending ? (
        <LoadingRows />
      ) : chats.isError ? (
        <ErrorState error={chats.error} onRetry={() => void chats.refetch()} />
      ) : chats.data.data.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        chats.data.data.map((chat) => (
          <div key={chat.id}>
            <CustomerText>{chat.person.name ?? chat.person.phone_e164 ?? '?'}</CustomerText>
          </div>
        ))
      )}
    </Page>
  )
}
