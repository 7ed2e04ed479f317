import { IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import type { MessageItem } from '../data/types.ts'
import { clockTime } from '../../../lib/day.ts'
import classes from './message.module.css'

const ICONS = {
  sending: IconClock,
  queued: IconClock,
  sent: IconCheck,
  delivered: IconChecks,
  read: IconChecks,
  failed: IconAlertCircle,
}

/** Shows the status of a sent message, as ticks and as text. */
export function StatusTicks(props: {
  status: keyof typeof ICONS
  message?: Pick<MessageItem, 'sent_at' | 'delivered_at' | 'read_at'>
}) {
  const { status, message } = props
  const t = useTranslations('inboxThread')
  const locale = useLocale()
  const Icon = ICONS[status]
  const at =
    status === 'read' || status === 'delivered' || status === 'sent'
      ? message?.[`${status}_at`]
      : null
  const words = t(`status.${status}`)
  const title = at ? t('statusAt', { status: words, time: clockTime(at, locale) }) : words
  return (
    <span className={classes.ticks} data-status={status} title={title}>
      <Icon size={15} stroke={2} aria-hidden />
      <span className="visually-hidden">{title}</span>
    </span>
  )
}
