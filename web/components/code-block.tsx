import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { escapeBidi } from '../lib/escape-bidi.ts'

/** Characters shown until the user opens the whole text. */
const SHOWN_MAX = 60_000

/** Shows code in a frame: its label, a button that copies `copied`, and what is below the code. */
export function CodeFrame(props: {
  label: string
  note?: string | undefined
  copied: string
  wrap?: boolean
  maxHeight?: number | string
  foot?: ReactNode
  children: ReactNode
}) {
  const { label, note, copied, wrap = false, maxHeight = 420, foot, children } = props
  return (
    <div className={classes.frame}>
      <div className={classes.head}>
        <span>
          {label}
          {note && ` · ${note}`}
        </span>
        <CopyButton value={copied} />
      </div>
      <pre
        className={classes.code}
        data-wrap={wrap}
        style={{ maxHeight }}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <code>{children}</code>
      </pre>
      {foot}
    </div>
  )
}

/**
 * Shows text verbatim, with control characters escaped so that they cannot reorder or hide the text around them. The
 * copy button copies `copied` when it differs from the shown text.
 */
export function CodeBlock(props: {
  label: string
  text: string
  copied?: string
  note?: string
  wrap?: boolean
  maxHeight?: number | string
}) {
  const { text, copied = text, ...frame } = props
  const t = useTranslations('codeSamples')
  const format = useFormatter()
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > SHOWN_MAX
  return (
    <CodeFrame
      {...frame}
      copied={copied}
      foot={
        isCut && (
          <Group className={classes.head} gap="xs">
            <span>
              {t('shortened', {
                shown: format.number(SHOWN_MAX),
                all: format.number(text.length),
              })}
            </span>
            <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
              {t('showAll')}
            </Button>
          </Group>
        )
      }
    >
      {escapeBidi(isCut ? text.slice(0, SHOWN_MAX) : text)}
    </CodeFrame>
  )
}
