import { IconPhone, IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { MessageItem } from '../data/types.ts'
import { useCallText } from '../data/use-call-text.ts'
import { readCall } from './content.ts'
import { MessageText } from './message-text.tsx'
import classes from './message.module.css'

/** Shows a call: whether it was answered, and how long it took. */
export function CallContent({ message }: { message: MessageItem }) {
  const t = useTranslations('inboxThread')
  const { callText } = useCallText()
  const { outcome } = readCall(message.content)
  const Icon =
    outcome === 'missed' || outcome === 'unanswered' || outcome === 'rejected'
      ? IconPhoneOff
      : outcome === 'answered'
        ? IconPhone
        : message.direction === 'inbound'
          ? IconPhoneIncoming
          : IconPhoneOutgoing
  if (message.text === null) return <MessageText text={t('unsupported')} />
  return (
    <span className={classes.call} data-call={outcome}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{callText(message.text)}</span>
    </span>
  )
}
