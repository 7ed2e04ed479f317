import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shorten } from '../../../lib/display-name.ts'
import type { ThreadItem } from '../data/types.ts'

/** Announces messages that the customer sends while the conversation is open, for screen readers. */
export function Announcer(props: {
  items: readonly ThreadItem[]
  isWhole: boolean
  customer: string
}) {
  const { items, isWhole, customer } = props
  const t = useTranslations('inbox')
  const last = items.at(-1)
  const seen = useRef(last?.id)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!last || last.id === seen.current || !isWhole) return
    seen.current = last.id
    if (last.kind !== 'message' || last.direction !== 'inbound') return
    setSaid(
      last.text === null
        ? t('announceFile', { name: customer })
        : t('announceMessage', { name: customer, text: shorten(last.text, 200) }),
    )
  }, [last, isWhole, customer, t])
  return (
    <div className="visually-hidden" aria-live="polite">
      {said}
    </div>
  )
}
