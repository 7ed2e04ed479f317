import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './message.module.css'
import { Linked } from '../../../components/linked.tsx'
import { shorten } from '../../../lib/display-name.ts'

/** Longer texts are collapsed, because a message may be very long. */
const SHOWN_MAX = 1600

/** Shows the text of a message in its own direction, with links. */
export function MessageText({ text }: { text: string }) {
  const t = useTranslations('inboxThread')
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > SHOWN_MAX + 200
  return (
    <>
      <bdi dir="auto" className={`customer-text ${classes.text}`}>
        <Linked text={isLong && !isOpen ? shorten(text, SHOWN_MAX) : text} />
      </bdi>
      {isLong && !isOpen && (
        <button type="button" className={classes.link} onClick={() => setOpen(true)}>
          {t('more')}
        </button>
      )}
    </>
  )
}
