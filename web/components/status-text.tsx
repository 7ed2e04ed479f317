import classes from './status-text.module.css'

/** How a state is meant: all is well, a loss, something under way, or nothing to care about. */
export type Tone = 'good' | 'bad' | 'busy' | 'quiet'

/** A state in a word, with a dot in its colour. */
export function StatusText({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  )
}
