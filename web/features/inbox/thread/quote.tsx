import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import { api } from '../../../lib/api.ts'
import { INBOX } from '../data/inbox-cache.ts'
import type { Message, MessageItem } from '../data/types.ts'
import { summarizeMessage } from './summarize-message.ts'
import { useThreadActions } from './thread-context.ts'
import classes from './message.module.css'

/** Shows the quoted message in short, with a link to it, or that it was deleted. */
export function Quote(props: {
  id: string
  preview: MessageItem['reply_preview']
  isDeleted: boolean
}) {
  const { id, preview, isDeleted } = props
  const t = useTranslations('inboxThread')
  const { channelType, goTo, findItem } = useThreadActions()
  const known = preview ?? findItem(id) ?? null
  const { data, error } = useQuery({
    queryKey: [...INBOX, 'message', id],
    queryFn: ({ signal }) => api.get<Message>(`/api/v1/messages/${id}`, {}, signal),
    enabled: known === null && !isDeleted,
    staleTime: Infinity,
  })
  const found = known ?? data ?? null
  const isGone = isDeleted || (error instanceof ParleyError && error.status === 404)
  if (found === null && isGone)
    return (
      <p className={classes.quote} data-gone>
        {t('quoteGone')}
      </p>
    )
  return (
    <button
      type="button"
      className={classes.quote}
      data-direction={found?.direction}
      title={t('goToQuote')}
      onClick={() => goTo(id)}
    >
      <span className="visually-hidden">{t('goToQuote')}: </span>
      <bdi dir="auto">{found ? summarizeMessage(found, channelType, t) : '…'}</bdi>
    </button>
  )
}
