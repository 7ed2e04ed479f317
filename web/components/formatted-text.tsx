import { Fragment, memo } from 'react'
import type { ReactNode } from 'react'
import { parseFormattedText } from '#shared/formatted-text.ts'
import type { TextBlock, TextPart } from '#shared/formatted-text.ts'
import classes from './formatted-text.module.css'
import { Linked } from './linked.tsx'

const TAGS = { bold: 'strong', italic: 'em', struck: 's' } as const

type Write = (text: string) => ReactNode

const writeLinks: Write = (text) => <Linked text={text} />

/** Shows text with its marks, lists and quotes. `write` shows the text in them: by default with links. */
export const FormattedText = memo(function FormattedText(props: { text: string; write?: Write }) {
  const { text, write = writeLinks } = props
  return parseFormattedText(text).map((block, index) => (
    <Fragment key={index}>{writeBlock(block, write)}</Fragment>
  ))
})

function writeBlock(block: TextBlock, write: Write): ReactNode {
  if (block.kind === 'text') return writeParts(block.parts, write)
  const lines = block.lines.map(({ parts, number }, index) => (
    <li key={index} dir="auto" value={number ?? undefined}>
      {writeParts(parts, write)}
    </li>
  ))
  if (block.kind === 'bullets') return <ul className={classes.list}>{lines}</ul>
  if (block.kind === 'numbers') return <ol className={classes.list}>{lines}</ol>
  return (
    <blockquote className={classes.quote}>
      {block.lines.map(({ parts }, index) => (
        <div key={index} dir="auto">
          {writeParts(parts, write)}
        </div>
      ))}
    </blockquote>
  )
}

function writeParts(parts: readonly TextPart[], write: Write): ReactNode {
  return parts.map((part, index) => {
    if (typeof part === 'string') {
      // The line of a block of code ends with it.
      const text = isBlock(parts[index - 1]) ? part.replace('\n', '') : part
      return <Fragment key={index}>{write(text)}</Fragment>
    }
    if (part.mark === 'code')
      return part.isBlock ? (
        <pre key={index} className={classes.block} dir="ltr">
          <code>{part.text}</code>
        </pre>
      ) : (
        <code key={index} className={classes.code}>
          {part.text}
        </code>
      )
    const Tag = TAGS[part.mark]
    return <Tag key={index}>{writeParts(part.parts, write)}</Tag>
  })
}

function isBlock(part: TextPart | undefined): boolean {
  return typeof part === 'object' && part.mark === 'code' && part.isBlock
}
