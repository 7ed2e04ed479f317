import { IconCheck } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { AnchoredMenu } from '../../components/swipe/anchored-menu.tsx'
import { RowSwipe } from '../../components/swipe/row-swipe.tsx'
import type { Notification } from '../../lib/notifications.ts'
import { NotificationItems } from './notification-items.tsx'
import { useRead } from './use-read.ts'

/** Shows the actions of a notification that a finger moves aside: to mark it as read, and others. */
export function NotificationSwipe({ notifications }: { notifications: readonly Notification[] }) {
  const t = useTranslations('notifications.row')
  const read = useRead()
  return (
    <RowSwipe
      moreLabel={t('more')}
      actionsOf={(row) => {
        const notification = notifications.find(({ id }) => id === row.dataset['swipe'])
        if (!notification) return null
        return {
          right:
            notification.read_at === null
              ? [
                  {
                    id: 'read',
                    label: t('read'),
                    icon: <IconCheck size={20} aria-hidden />,
                    tone: 'accent',
                    run: () => read(notification),
                  },
                ]
              : [],
          menu: (onClose) => (
            <AnchoredMenu onClose={onClose}>
              <NotificationItems notification={notification} />
            </AnchoredMenu>
          ),
        }
      }}
    />
  )
}
