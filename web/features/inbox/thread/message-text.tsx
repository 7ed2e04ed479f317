import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './message.module.css'
import { formatsText } from '#shared/channel-types.ts'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { Linked } from '../../../components/linked.tsx'
import { useThreadActions } from './thread-context.ts'
import { shorten } from '../../../lib/display-name.ts'

/** Longer texts are collapsed, because a message may be very long. */
const SHOWN_MAX = 1600

/** Shows the text of a message in its own direction, with links, and formatted if its platform does. */
export function MessageText({ text }: { text: string }) {
  const t = useTranslations('inboxThread')
  const [isOpen, setOpen] = useState(false)
  const { channelType } = useThreadActions()
  const isLong = text.length > SHOWN_MAX + 200
  const Shown = formatsText(channelType) ? FormattedText : Linked
  return (
    <>
      <bdi dir="auto" className={`customer-text ${classes.text}`}>
        <Shown text={isLong && !isOpen ? shorten(text, SHOWN_MAX) : text} />
      </bdi>
      {isLong && !isOpen && (
        <button type="button" className={classes.link} onClick={() => setOpen(true)}>
          {t('more')}
        </button>
      )}
    </>
  )
}
