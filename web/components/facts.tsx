import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Shows a list of labelled values; undefined entries are omitted. */
export function Facts({ facts }: { facts: ({ label: string; value: ReactNode } | undefined)[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
