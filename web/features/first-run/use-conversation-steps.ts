import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { Message } from '#messages/schema.ts'
import { useSession } from '../../lib/session.ts'
import { api } from '../../lib/api.ts'
import { useLive, useLiveGap } from '../../lib/live.ts'
import type { Wire } from '../../lib/wire.ts'
import { withStep } from './progress.ts'
import type { Progress } from './progress.ts'

type Happened = { type: string; data: unknown }

/**
 * Completes the first two steps when a customer writes and the member answers, including what happened while the page
 * was closed.
 */
export function useConversationSteps(
  progress: Progress,
  change: (change: (progress: Progress) => Progress) => void,
): void {
  const { membership } = useSession()
  const isOpen = !progress.done.write || !progress.done.answer
  const applyEvent = ({ type, data }: Happened) => {
    const { conversation_id: chatId, author } = data as Wire<Message>
    if (type === 'message.received') change((before) => withStep(before, 'write', chatId))
    const isOwn = author?.type === 'member' && author.id === membership.id
    if (type === 'message.sent' && isOwn)
      change((before) => (before.done.write ? withStep(before, 'answer') : before))
  }
  useLive((event) => {
    if (isOpen) applyEvent(event)
  })
  const missed = useQuery({
    queryKey: ['first-run', 'missed', progress.startedAt],
    queryFn: ({ signal }) =>
      api.get<{ data: Happened[] }>(
        '/api/v1/events',
        { since: progress.startedAt, types: 'message.received,message.sent', limit: PAGE_SIZE.max },
        signal,
      ),
    enabled: isOpen,
    staleTime: Infinity,
  })
  useLiveGap(() => void missed.refetch())
  useEffect(() => {
    for (const event of missed.data?.data ?? []) applyEvent(event)
  }, [missed.data])
}
