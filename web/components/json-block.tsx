import { useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import classes from './json-block.module.css'
import { CodeBlock, CodeFrame } from './code-block.tsx'
import { escapeBidi } from '../lib/escape-bidi.ts'
import { toJsonLines } from '../lib/json-lines.ts'
import type { JsonLine } from '../lib/json-lines.ts'

/** JSON with more lines than this is shown as text, of which only the beginning is shown at first. */
const LINES_MAX = 3_000

type JsonBlockProps = { label: string; text: string; maxHeight?: number | string }

/**
 * Shows JSON with its parts in colours; objects and arrays can be folded. Text that is no JSON is shown unchanged. The copy button copies
 * the original text.
 */
export function JsonBlock(props: JsonBlockProps) {
  const { text } = props
  const lines = useMemo(() => toJsonLines(text), [text])
  if (lines && lines.length <= LINES_MAX) return <JsonLines {...props} lines={lines} />
  const pretty = lines
    ?.map(({ depth, parts }) => '  '.repeat(depth) + parts.map((part) => part.text).join(''))
    .join('\n')
  return <CodeBlock {...props} text={pretty ?? text} copied={text} wrap />
}

function JsonLines(props: JsonBlockProps & { lines: JsonLine[] }) {
  const { label, text, maxHeight = 420, lines } = props
  const t = useTranslations('tables')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const toggle = (index: number) =>
    setFolded((before) => {
      const next = new Set(before)
      if (!next.delete(index)) next.add(index)
      return next
    })
  const shown: number[] = []
  for (let index = 0; index < lines.length; index++) {
    shown.push(index)
    if (folded.has(index)) index = lines[index]!.end!
  }
  return (
    <CodeFrame label={label} copied={text} maxHeight={maxHeight} wrap>
      {shown.map((index) => {
        const { depth, parts, end, count } = lines[index]!
        const isFolded = folded.has(index)
        const rest = isFolded ? lines[end!]!.parts : []
        return (
          <span key={index} className={classes.line} style={{ '--depth': depth } as CSSProperties}>
            {end !== undefined && (
              <button
                type="button"
                className={classes.fold}
                data-folded={isFolded}
                aria-label={t(isFolded ? 'unfold' : 'fold')}
                aria-expanded={!isFolded}
                onClick={() => toggle(index)}
              />
            )}
            {parts.map((part, at) => (
              <span key={at} className={classes[part.kind]}>
                {escapeBidi(part.text)}
              </span>
            ))}
            {isFolded && (
              <>
                <span className={classes.count}> {count} </span>
                {rest.map((part, at) => (
                  <span key={at} className={classes[part.kind]}>
                    {part.text}
                  </span>
                ))}
              </>
            )}
          </span>
        )
      })}
    </CodeFrame>
  )
}
