import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { escapeBidi } from '../lib/escape-bidi.ts'

/** Characters shown until the user opens the whole text. */
const SHOWN_MAX = 60_000

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
  const { label, text, copied = text, note, wrap = false, maxHeight = 420 } = props
  const t = useTranslations('codeSamples')
  const format = useFormatter()
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > SHOWN_MAX
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
        <code>{escapeBidi(isCut ? text.slice(0, SHOWN_MAX) : text)}</code>
      </pre>
      {isCut && (
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
      )}
    </div>
  )
}

/** Shows JSON, formatted if it is valid, else unchanged. The copy button copies the original text. */
export function JsonBlock(props: { label: string; text: string; maxHeight?: number | string }) {
  return <CodeBlock {...props} text={toPretty(props.text)} copied={props.text} wrap />
}

function toPretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
