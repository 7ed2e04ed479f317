import { Button, SegmentedControl } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { AppLink } from '../../components/app-link.tsx'
import { useAction } from '../../components/use-action.ts'
import { Page } from '../../components/page.tsx'
import { Rows } from '../../components/rows.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useDayName } from '../../components/use-day-name.ts'
import { useToday } from '../../lib/day.ts'
import { readNotifications, unreadQuery } from '../../lib/notifications.ts'
import type { Notification } from '../../lib/notifications.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useList } from '../../lib/use-list.ts'
import { NotificationRow } from './notification-row.tsx'
import { NotificationSwipe } from './notification-swipe.tsx'

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
      width="full"
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
      <NotificationSwipe notifications={list.rows} />
    </Page>
  )
}
