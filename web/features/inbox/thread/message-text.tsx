import { use, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './message.module.css'
import { formatsText } from '#shared/channel-types.ts'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { Linked } from '../../../components/linked.tsx'
import { ThreadPlaceContext, useThreadActions } from './thread-context.ts'

/** Texts that may have more lines than are shown of a folded one. Shorter texts need not be measured. */
const LONG_CHARACTERS = 400
const LONG_LINES = 12

/** Shows the text of a message in its own direction, with links, and formatted if its platform does. Folds a long one. */
export function MessageText({ text }: { text: string }) {
  const { channelType } = useThreadActions()
  const Shown = formatsText(channelType) ? FormattedText : Linked
  return (
    <LongText text={text}>
      <Shown text={text} />
    </LongText>
  )
}

/** Shows `children`, which write `text`, in the text's own direction. Folds a long one. */
export function LongText({ text, children }: { text: string; children: ReactNode }) {
  const lines = text.split('\n', LONG_LINES + 1).length
  if (text.length > LONG_CHARACTERS || lines > LONG_LINES)
    return <FoldedText>{children}</FoldedText>
  return (
    <bdi dir="auto" className={`customer-text ${classes.text}`}>
      {children}
    </bdi>
  )
}

/** Shows the first lines of a text, and the others on demand. The lines above the text stay where they are. */
function FoldedText({ children }: { children: ReactNode }) {
  const t = useTranslations('inboxThread')
  const element = useRef<HTMLElement>(null)
  const acceptPlace = use(ThreadPlaceContext)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const [isFolded, setFolded] = useState(false)
  useLayoutEffect(() => {
    const text = element.current
    if (!text || isOpen !== null) return
    const measure = () => setFolded(text.scrollHeight > text.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(text)
    return () => observer.disconnect()
  }, [isOpen])
  useLayoutEffect(() => {
    if (isOpen !== null) acceptPlace()
  }, [isOpen, acceptPlace])
  return (
    <>
      <bdi
        ref={element}
        dir="auto"
        className={`customer-text ${classes.text}`}
        data-fold={isOpen ? 'open' : isFolded ? 'folded' : 'fits'}
      >
        {children}
      </bdi>
      {isFolded && (
        <button
          type="button"
          className={classes.link}
          aria-expanded={isOpen === true}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('less') : t('more')}
        </button>
      )}
    </>
  )
}
