import classes from './status-text.module.css'

/** The meaning of a status: success, failure, in progress, waiting for the team, or neutral. */
export type Tone = 'good' | 'bad' | 'busy' | 'active' | 'quiet'

/** Shows a status as a word with a coloured dot. */
export function StatusText({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  )
}
