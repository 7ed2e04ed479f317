import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { toPreview } from '#shared/to-preview.ts'
import { shorten } from '../../../lib/display-name.ts'
import { findAnnouncement } from '../data/find-announcement.ts'
import { isLater } from '../data/thread.ts'
import type { Chat, ThreadItem } from '../data/types.ts'

/**
 * Announces messages that the customer sends while the conversation is open, for screen readers. `isWhole`: the newest
 * items are loaded. Those that were loaded by scrolling or jumping to the end are not announced.
 */
export function Announcer(props: {
  chat: Chat
  items: readonly ThreadItem[]
  isWhole: boolean
  customer: string
}) {
  const { chat, items, isWhole, customer } = props
  const channelType = chat.channel.type
  const t = useTranslations('inbox')
  const last = items.at(-1)
  const seen = useRef({ last, isWhole })
  const [said, setSaid] = useState('')
  useEffect(() => {
    const before = seen.current
    seen.current = { last: isLater(last, before.last) ? last : before.last, isWhole }
    if (!isWhole || !before.isWhole) return
    const message = findAnnouncement(items, before.last)
    if (!message) return
    setSaid(
      message.text === null
        ? t('announceFile', { name: customer })
        : t('announceMessage', {
            name: customer,
            text: shorten(toPreview(message.text, channelType), 200),
          }),
    )
  }, [items, last, isWhole, customer, channelType, t])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  )
}
