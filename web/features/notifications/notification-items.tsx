import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { toNotificationPath } from '../../lib/notifications.ts'
import type { Notification } from '../../lib/notifications.ts'
import { useRead } from './use-read.ts'

/** Shows the items of a notification's menu. */
export function NotificationItems({ notification }: { notification: Notification }) {
  const t = useTranslations('notifications')
  const navigate = useNavigate()
  const read = useRead()
  const path = toNotificationPath(notification)
  return (
    <>
      <Menu.Item disabled={notification.read_at !== null} onClick={() => read(notification)}>
        {t('row.read')}
      </Menu.Item>
      {path !== undefined && (
        <Menu.Item onClick={() => void navigate({ to: path })}>{t('row.open')}</Menu.Item>
      )}
      <Menu.Item onClick={() => void navigate({ to: '/settings/notifications' })}>
        {t('settings')}
      </Menu.Item>
    </>
  )
}
