import type { ReactNode } from 'react'
import classes from './notice.module.css'

/** Something to know before going on; `bad` for what failed. With `isAlert` it is said at once to who cannot see it. */
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
