import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { quoteMessage } from '../compose.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { chatName } from '../../../lib/display-name.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { summarizeMessage } from '../thread/summarize-message.ts'
import classes from './composer.module.css'

/** Shows the message that the next message replies to. */
export function QuoteBar({ chat, message }: { chat: Chat; message: MessageItem }) {
  const t = useTranslations('composer')
  const name = message.direction === 'inbound' ? (chatName(chat) ?? t('customer')) : t('us')
  const tThread = useTranslations('inboxThread')
  return (
    <div className={classes.quote}>
      <div className={classes.quoted}>
        <span className={classes.quotedName}>
          <CustomerText>{t('answering', { name })}</CustomerText>
        </span>
        <span className={classes.quotedText}>
          <CustomerText>{summarizeMessage(message, chat.channel.type, tThread)}</CustomerText>
        </span>
      </div>
      <IconButton label={t('dropQuote')} onClick={() => quoteMessage(chat.id, null)}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
