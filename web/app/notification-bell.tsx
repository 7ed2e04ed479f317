import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { UNREAD_COUNTED_MAX } from '#shared/notifications.ts'
import { useLive, useLiveGap, useLiveState } from '../lib/live.ts'
import type { LiveEvent } from '../lib/live.ts'
import { unreadQuery } from '../lib/notifications.ts'
import { queryClient } from '../lib/query-client.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useSettled } from '../lib/use-settled.ts'
import classes from './notification-bell.module.css'

const GATHER_MS = 250

const refetch = () => void queryClient.invalidateQueries({ queryKey: ['notifications'] })
let timer: ReturnType<typeof setTimeout> | undefined

/** Refetches soon, once for all changes until then: each message of a burst changes the notifications. */
function refetchSoon(): void {
  timer ??= setTimeout(() => {
    timer = undefined
    refetch()
  }, GATHER_MS)
}

/** Returns whether a message was sent in an unread conversation, or it changed: it may be handled. */
function isOfUnread({ type, data }: LiveEvent): boolean {
  const unread = queryClient.getQueryData(unreadQuery.queryKey)
  if (!unread || unread.unread_count === 0) return false
  const id =
    type === 'message.sent'
      ? (data as { conversation_id?: string }).conversation_id
      : type === 'conversation.updated' && (data as { id?: string }).id
  return (
    typeof id === 'string' &&
    (unread.unread_count >= UNREAD_COUNTED_MAX || unread.subject_ids.includes(id))
  )
}

/** Shows the link to the notifications, with the number of conversations that have unread ones. */
export function NotificationBell({ path }: { path: string }) {
  const t = useTranslations('shell.notifications')
  const tShell = useTranslations('shell')
  const navigate = useNavigate()
  const isSettled = useSettled()
  const count = useQuery({ ...unreadQuery, enabled: isSettled }).data?.unread_count ?? 0
  useLive((event) => {
    if (event.type === 'notifications' || isOfUnread(event)) refetchSoon()
  })
  useLiveGap(refetch)
  // Unlike events, changes of notifications are not repeated by a stream that opens again.
  const isLive = useLiveState() === 'live'
  useEffect(() => {
    if (isLive) refetch()
  }, [isLive])
  useShortcuts([
    {
      keys: 'g n',
      label: t('title'),
      group: tShell('groups.go'),
      run: () => void navigate({ to: '/notifications' }),
    },
  ])
  const shown = count >= UNREAD_COUNTED_MAX ? `${UNREAD_COUNTED_MAX - 1}+` : String(count)
  const isActive = path.startsWith('/notifications')
  return (
    <Link
      to="/notifications"
      className={classes.bell}
      aria-label={count > 0 ? t('unread', { shown, count }) : t('title')}
      aria-current={isActive ? 'page' : undefined}
      data-active={isActive}
    >
      <IconBell size={22} stroke={1.7} aria-hidden />
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {shown}
        </span>
      )}
    </Link>
  )
}
