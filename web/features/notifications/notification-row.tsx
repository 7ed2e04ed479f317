import { ActionIcon, Menu } from '@mantine/core'
import { IconCheck, IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { MemberAvatar } from '../../components/avatar.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Row } from '../../components/rows.tsx'
import { TimeText } from '../../components/time-text.tsx'
import {
  useNotificationContact,
  useNotificationTitle,
} from '../../components/use-notification-title.ts'
import { toNotificationPath } from '../../lib/notifications.ts'
import type { Notification } from '../../lib/notifications.ts'
import { requestReplyIn } from '../inbox/compose.ts'
import { NotificationItems } from './notification-items.tsx'
import classes from './notification-row.module.css'
import { useRead } from './use-read.ts'

/** Shows a notification as a link to what it is about, with buttons that mark it as read and open its menu. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslations('shell.notifications')
  const tRow = useTranslations('notifications.row')
  const { kind, text, ticket, channel, conversation_id: chatId } = notification
  const path = toNotificationPath(notification)
  const isUnread = notification.read_at === null
  const person = useNotificationContact()(notification)
  const title = useNotificationTitle()(notification)
  const isMessage = kind === 'message'
  const name = isMessage ? person : title
  const read = useRead()
  return (
    <Row
      swipe={notification.id}
      {...(path !== undefined && { to: path })}
      {...(chatId !== null && { onOpen: () => requestReplyIn(chatId) })}
      face={
        <span className={classes.face} data-unread={isUnread}>
          <MemberAvatar
            size="row"
            name={notification.contact_id === null ? notification.actor.name : person}
            id={notification.contact_id ?? notification.actor.id ?? notification.id}
          />
          <span
            className={classes.dot}
            role="img"
            aria-label={isUnread ? t('isUnread') : t('isRead')}
          />
        </span>
      }
      title={isMessage ? <CustomerText>{person}</CustomerText> : title}
      sub={
        <>
          {isMessage && (text === null || notification.message_count > 1) && <span>{title}</span>}
          {text !== null && (
            <span className={classes.text}>
              <CustomerText>{text}</CustomerText>
            </span>
          )}
          {text === null && ticket && (
            <span>
              <CustomerText>{ticket.title}</CustomerText>
            </span>
          )}
        </>
      }
      wraps
      tail={
        <span className={classes.tail}>
          {channel && <span className={classes.channel}>{channel.name}</span>}
          <TimeText value={notification.created_at} />
          <span className={classes.buttons}>
            {isUnread && (
              <IconButton
                label={tRow('readOf', { title: name })}
                onClick={() => read(notification)}
              >
                <IconCheck size={16} aria-hidden />
              </IconButton>
            )}
            <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <ActionIcon aria-label={tRow('actions', { title: name })}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <NotificationItems notification={notification} />
              </Menu.Dropdown>
            </Menu>
          </span>
        </span>
      }
    />
  )
}
