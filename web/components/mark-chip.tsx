import type { ReactNode } from 'react'
import classes from './mark-chip.module.css'

/** The importance of a chip: its colour. */
export type MarkTone = 'quiet' | 'waiting' | 'urgent'

/**
 * Shows a state of a conversation in few letters, in its row or its header. `label` is the whole sentence, for screen readers and on
 * hover; without it, the text is.
 */
export function MarkChip(props: { tone?: MarkTone; label?: string; children: ReactNode }) {
  const { tone = 'quiet', label, children } = props
  return (
    <span className={classes.chip} data-tone={tone} title={label}>
      {label === undefined ? (
        children
      ) : (
        <>
          <span className={classes.text} aria-hidden>
            {children}
          </span>
          <span className="visually-hidden">{label}</span>
        </>
      )}
    </span>
  )
}

/** Shows a state of a conversation as an icon, with `label` for screen readers and on hover. */
export function MarkGlyph(props: { tone?: MarkTone; label: string; children: ReactNode }) {
  const { tone = 'quiet', label, children } = props
  return (
    <span className={classes.glyph} data-tone={tone} title={label}>
      {children}
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
