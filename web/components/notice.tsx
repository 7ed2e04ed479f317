import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** Shows a highlighted message; `bad` is for failures. With `isAlert`, screen readers announce it immediately. */
export function Notice(props: {
  tone?: 'note' | 'good' | 'bad'
  title?: string
  isAlert?: boolean
  children?: ReactNode
}) {
  const { tone = 'note', title, isAlert = false, children } = props
  return (
    <div className={classes.notice} data-tone={tone} role={isAlert ? 'alert' : undefined}>
      {title && <p className={classes.title}>{title}</p>}
      {children}
    </div>
  )
}
