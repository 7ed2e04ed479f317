import classes from './empty-sample.module.css'

/** Draws what an empty list will look like: three faint rows, which screen readers skip. `hasFaces`: rows of people. */
export function EmptySample({ hasFaces = false }: { hasFaces?: boolean }) {
  return (
    <div className={classes.sample} aria-hidden>
      {[0, 1, 2].map((index) => (
        <div key={index} className={classes.row}>
          {hasFaces && <span className={classes.face} />}
          <span className={classes.lines}>
            <span className={classes.line} />
            <span className={classes.line} />
          </span>
          <span className={classes.status} />
        </div>
      ))}
    </div>
  )
}
