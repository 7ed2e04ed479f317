import { useFormatter, useTranslations } from 'use-intl'
import type { Import } from './contact-data.ts'
import classes from './contacts.module.css'

/** Shows how many rows an import created, matched and rejected; after a check, how many it would. */
export function ImportFigures({ run }: { run: Import }) {
  const t = useTranslations('contacts.imports')
  const format = useFormatter()
  const figures = [
    ['created', run.created_count],
    ['matched', run.matched_count],
    ['rejected', run.rejected_count],
    ...(run.empty_count > 0 ? ([['emptyRows', run.empty_count]] as const) : []),
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([name, count]) => (
        <div key={name} className={classes.figure}>
          <dt>{t(name)}</dt>
          <dd>{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
