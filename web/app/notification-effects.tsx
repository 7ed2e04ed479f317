import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import {
  useNotificationContact,
  useNotificationTitle,
} from '../components/use-notification-title.ts'
import { UNREAD_COUNTED_MAX } from '#shared/notifications.ts'
import { requestReplyIn } from '../features/inbox/compose.ts'
import {
  isQuiet,
  notificationSettingsQuery,
  readNotifications,
  toNotificationPath,
  unreadQuery,
} from '../lib/notifications.ts'
import type { Notification, Unread } from '../lib/notifications.ts'
import { playNotificationSound } from '../lib/notification-sound.ts'
import { closeReadNotifications, registerServiceWorker, showWhileHidden } from '../lib/push.ts'
import { setTitleCount } from '../lib/use-page-title.ts'
import { showFaviconBadge } from './favicon-badge.ts'

/**
 * Shows unread notifications outside of the page: in the title, the icon and on the desktop, with a sound. Marks those of
 * the open conversation or ticket as read.
 */
export function NotificationEffects() {
  const unread = useQuery(unreadQuery).data
  useBadges(unread?.unread_count ?? 0)
  useAlert(unread?.newest ?? null, unread !== undefined)
  useReadOpenConversation(unread)
  useServiceWorker()
  useCloseRead(unread)
  return null
}

function useBadges(count: number): void {
  useEffect(() => {
    setTitleCount(count)
    showFaviconBadge(count > 0)
    const shown =
      count === 0
        ? navigator.clearAppBadge?.()
        : navigator.setAppBadge?.(Math.min(count, UNREAD_COUNTED_MAX))
    shown?.catch(() => undefined)
  }, [count])
  useEffect(() => () => setTitleCount(0), [])
}

/** Announces a notification that is newer than those that were there when the app was opened, once in all tabs. */
function useAlert(newest: Notification | null, isLoaded: boolean): void {
  const toTitle = useNotificationTitle()
  const nameOf = useNotificationContact()
  const title = newest ? toTitle(newest) : ''
  const person = newest ? nameOf(newest) : ''
  const settings = useQuery(notificationSettingsQuery).data
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!isLoaded) return
    const id = newest?.id ?? ''
    const before = (known.current ??= id)
    // Ids are in the order of creation. What arrives before the settings is announced once they are loaded.
    if (id <= before || !newest || !settings) return
    known.current = id
    if (isQuiet(settings)) return
    void claimAlert(id).then((isMine) => {
      if (!isMine) return
      if (settings.sound) playNotificationSound()
      if (!document.hidden) return
      return showWhileHidden({
        title: newest.bulk ? title : person,
        body: newest.bulk ? '' : title,
        tag: newest.conversation_id ?? newest.ticket?.id ?? newest.id,
        url: toNotificationPath(newest) ?? '/notifications',
      })
    })
  }, [newest, title, person, isLoaded, settings])
}

/** How long a tab keeps the others from announcing the same notification. */
const CLAIM_MS = 5_000

/** Returns whether no other tab announces the notification. */
function claimAlert(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve(true)
    void navigator.locks.request(`parley-alert:${id}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await new Promise((done) => setTimeout(done, CLAIM_MS))
    })
  })
}

/**
 * Marks the notifications of the conversation or the ticket on the screen as read, whenever the tab is visible, and the one
 * that the address names because it is about many.
 */
function useReadOpenConversation(unread: Unread | undefined): void {
  const path = useRouterState({ select: (state) => state.location.href })
  const [, place, open] = /^\/(inbox|tickets)\/([0-9a-f-]{36})/.exec(path) ?? []
  const [, named] = /[?&]notification=([0-9a-f-]{36})/.exec(path) ?? []
  const ids = unread?.subject_ids ?? []
  const isCapped = ids.length >= UNREAD_COUNTED_MAX
  const isUnread = isCapped || [open, named].some((id) => id !== undefined && ids.includes(id))
  useEffect(() => {
    if ((open === undefined && named === undefined) || !isUnread) return
    const read = () => {
      if (document.hidden) return
      const reads = [
        ...(named === undefined ? [] : [{ ids: [named] }]),
        ...(open === undefined
          ? []
          : [place === 'inbox' ? { conversation_id: open } : { ticket_id: open }]),
      ]
      // The stream then says that the notifications have changed.
      Promise.all(reads.map((of) => readNotifications(of))).catch(() => undefined)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [place, open, named, isUnread, unread?.newest?.id])
}

/** Closes what the system still shows of notifications that were read, here or elsewhere, also while the tab is hidden. */
function useCloseRead(unread: unknown): void {
  useEffect(() => {
    if (unread === undefined) return undefined
    const close = () => void closeReadNotifications().catch(() => undefined)
    close()
    document.addEventListener('visibilitychange', close)
    return () => document.removeEventListener('visibilitychange', close)
  }, [unread])
}

/** Registers the service worker, and opens what the user chose in one of its notifications. */
function useServiceWorker(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    registerServiceWorker().catch(() => undefined)
    const onMessage = ({ data }: MessageEvent<{ type?: string; url?: string }>) => {
      if (data.type !== 'open' || !data.url) return
      const [, chatId] = /^\/inbox\/([0-9a-f-]{36})/.exec(data.url) ?? []
      if (chatId !== undefined) requestReplyIn(chatId)
      void navigate({ to: data.url })
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
