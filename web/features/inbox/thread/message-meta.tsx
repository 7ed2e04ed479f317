import { useTranslations } from 'use-intl'
import { clockTime, fullTime } from '../../../lib/day.ts'
import type { MessageItem } from '../data/types.ts'
import { StatusTicks } from './status-ticks.tsx'
import classes from './message.module.css'

/**
 * Shows the time and the status of a message: in its bubble if it is the last of a run or has marks, else beside it while the pointer or
 * the focus is on it. `status`: null for a message without one. `marks`: words before the time.
 */
export function MessageMeta(props: {
  createdAt: string
  isLast: boolean
  locale: string
  status: MessageItem['status'] | 'sending' | null
  message?: MessageItem
  marks?: readonly { text: string; title?: string }[]
}) {
  const { createdAt, isLast, locale, status, message, marks = [] } = props
  return (
    <span className={classes.meta} data-aside={!isLast && marks.length === 0}>
      {marks.map(({ text, title }) => (
        <span key={text} title={title}>
          {text}
        </span>
      ))}
      <time dateTime={createdAt} title={fullTime(createdAt, locale)}>
        {clockTime(createdAt, locale)}
      </time>
      {status !== null && status !== 'received' && (
        <StatusTicks status={status} message={message} />
      )}
    </span>
  )
}

/** Returns the words before the time of a message: that it came while another app held the conversation, or was edited. */
export function useMessageMarks(message: MessageItem): { text: string; title?: string }[] {
  const t = useTranslations('inboxThread')
  const isStandby = message.standby && message.direction === 'inbound'
  return [
    ...(isStandby ? [{ text: t('standby'), title: t('standbyTitle') }] : []),
    ...(message.edited_at && !message.revoked_at ? [{ text: t('edited') }] : []),
  ]
}
