import { Button, SegmentedControl } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AppLink } from '../../components/app-link.tsx'
import { MemberAvatar } from '../../components/avatar.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { useAction } from '../../components/use-action.ts'
import { Page } from '../../components/page.tsx'
import { Row, Rows } from '../../components/rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useDayName } from '../../components/use-day-name.ts'
import {
  useNotificationContact,
  useNotificationTitle,
} from '../../components/use-notification-title.ts'
import { useToday } from '../../lib/day.ts'
import { readNotifications, toNotificationPath, unreadQuery } from '../../lib/notifications.ts'
import type { Notification } from '../../lib/notifications.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useList } from '../../lib/use-list.ts'
import { requestReplyIn } from '../inbox/compose.ts'
import classes from './notifications-page.module.css'

/** Shows the notifications of the signed-in member by day, newest first, one for each conversation or ticket. */
export function NotificationsPage() {
  const t = useTranslations('notifications')
  const tShell = useTranslations('shell.notifications')
  const [show, setShow] = useState<'all' | 'unread'>('all')
  const toDayName = useDayName(useToday())
  const count = useQuery(unreadQuery).data?.unread_count ?? 0
  const list = useList<Notification>(['notifications', 'list'], '/api/app/notifications', {
    query: { unread: show === 'unread' || undefined },
  })
  const readAll = useAction({
    run: () => readNotifications(),
    failed: t('readFailed'),
    onDone: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
  return (
    <Page
      title={tShell('title')}
      width="text"
      actions={
        <>
          <SegmentedControl
            aria-label={t('show')}
            value={show}
            onChange={(value) => setShow(value as typeof show)}
            data={[
              { value: 'all', label: t('all') },
              { value: 'unread', label: t('unread') },
            ]}
          />
          <Button
            variant="default"
            disabled={count === 0}
            loading={readAll.isPending}
            onClick={() => readAll.mutate()}
          >
            {t('readAll')}
          </Button>
        </>
      }
    >
      <Rows
        label={tShell('title')}
        list={list}
        groupOf={({ created_at: at }) => toDayName(new Date(at))}
        empty={
          <EmptyState
            icon={<IconBell size={40} stroke={1.2} aria-hidden />}
            title={show === 'unread' ? t('noneUnread') : t('none')}
            text={t('noneText')}
          >
            <AppLink to="/settings/notifications">{t('settings')}</AppLink>
          </EmptyState>
        }
      >
        {(notification) => <NotificationRow key={notification.id} notification={notification} />}
      </Rows>
    </Page>
  )
}

function NotificationRow({ notification }: { notification: Notification }) {
  const t = useTranslations('shell.notifications')
  const { kind, text, ticket, channel, conversation_id: chatId } = notification
  const path = toNotificationPath(notification)
  const isUnread = notification.read_at === null
  const person = useNotificationContact()(notification)
  const title = useNotificationTitle()(notification)
  const isMessage = kind === 'message'
  return (
    <Row
      {...(path !== undefined && { to: path })}
      {...(chatId !== null && { onOpen: () => requestReplyIn(chatId) })}
      face={
        <span className={classes.face} data-unread={isUnread}>
          <MemberAvatar
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
          <TimeText value={notification.created_at} />
          {channel && <span className={classes.channel}>{channel.name}</span>}
        </span>
      }
    />
  )
}
