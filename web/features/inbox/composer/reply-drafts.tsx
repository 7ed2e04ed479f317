import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DraftCard } from './draft-card.tsx'
import { replyDraftsQuery } from '../data/reply-drafts-query.ts'
import type { Chat } from '../data/types.ts'
import classes from './reply-drafts.module.css'

/** Shows the replies that programs propose for a conversation; nothing when there are none. */
export function ReplyDrafts({ chat }: { chat: Chat }) {
  const t = useTranslations('composer.drafts')
  const { data: drafts = [] } = useQuery(replyDraftsQuery(chat.id))
  if (drafts.length === 0) return null
  return (
    <section className={classes.drafts} aria-label={t('title')}>
      {drafts.map((draft) => (
        <DraftCard key={draft.id} chat={chat} draft={draft} />
      ))}
    </section>
  )
}
