import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Chat } from '../data/types.ts'
import classes from './contact-pane.module.css'

/** Shows other conversations of a contact, with links to their threads. */
export function ChatRows({ chats }: { chats: Chat[] }) {
  const t = useTranslations('personPane')
  if (chats.length === 0) return <p className={classes.none}>{t('noOtherChats')}</p>
  return (
    <ul className={classes.rows}>
      {chats.map((chat) => (
        <li key={chat.id}>
          <Link to="/inbox/$chatId" params={{ chatId: chat.id }} className={classes.row}>
            <span className={classes.rowTitle}>
              {chat.last_message?.text ? (
                <CustomerText>{chat.last_message.text.slice(0, 120)}</CustomerText>
              ) : (
                t('chatWithoutText')
              )}
            </span>
            <span className={classes.rowDetail}>
              <CustomerText>{chat.channel.name}</CustomerText>
              <span>{t(`chatStatus.${chat.status}`)}</span>
              <TimeText value={chat.last_message_at ?? chat.created_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
