import { useId } from 'react'
import classes from './reports.module.css'

/** A figure for the whole time range with its label. */
type Total = { label: string; value: string; hint?: string }

/** Shows the figures for the whole time range in a row. */
export function Totals({ label, items }: { label: string; items: Total[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        {label}
      </h2>
      <dl className={classes.totals}>
        {items.map((item) => (
          <div key={item.label} className={classes.total}>
            <dt>{item.label}</dt>
            <dd>
              {item.value}
              {item.hint && <span className={classes.hint}>{item.hint}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
