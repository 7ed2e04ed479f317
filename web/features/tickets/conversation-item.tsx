import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useFindMember } from '../inbox/data/people-queries.ts'
import type { ThreadItem } from '../inbox/data/types.ts'
import { MessageContent } from '../inbox/thread/message-content.tsx'
import classes from './tickets.module.css'

/** A message or a note as it stands beside a ticket; what was done with the chat is left out. */
export function ConversationItem(props: { item: ThreadItem; chatId: string; isAbout: boolean }) {
  const { item, chatId, isAbout } = props
  const t = useTranslations('tickets.ticket')
  const navigate = useNavigate()
  const findMember = useFindMember()
  if (item.kind === 'change') return null
  if (item.kind === 'note') {
    if (item.deleted_at) return null
    const author = findMember(item.author.id)
    return (
      <li className={classes.message} data-from="note">
        <p>
          <CustomerText>{item.text}</CustomerText>
        </p>
        <div className={classes.messageMeta}>
          {t('note')}
          {author && ` · ${author.name}`} · <TimeText value={item.created_at} />
        </div>
      </li>
    )
  }
  const isOurs = item.direction === 'outbound'
  const member = item.author.type === 'member' ? findMember(item.author.id) : undefined
  const who = member ? t('from', { name: member.name }) : t(isOurs ? 'fromUs' : 'fromCustomer')
  return (
    <li className={classes.message} data-from={isOurs ? 'us' : 'customer'} data-about={isAbout}>
      <MessageContent
        message={item}
        onOpenImage={() =>
          void navigate({
            to: `/inbox/${chatId}` as string,
            search: { message: item.id } as never,
          })
        }
      />
      <div className={classes.messageMeta}>
        {who} · <TimeText value={item.created_at} />
        {isAbout && (
          <>
            <br />
            <strong>{t('about')}</strong>
          </>
        )}
      </div>
    </li>
  )
}
