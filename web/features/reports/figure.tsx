import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import type { PlotProps } from './plot.tsx'
import classes from './reports.module.css'
import { lazyPart } from '../../lib/lazy-part.ts'

const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot)

/** A plot with its title and what it says in words; the library that draws it is loaded when one is shown. */
export function Figure({ title, text, ...plot }: PlotProps & { title: string; text: string }) {
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <div role="img" aria-label={`${title}. ${text}`}>
        <div aria-hidden>
          <Suspense fallback={<Skeleton h={260} />}>
            <Plot {...plot} />
          </Suspense>
        </div>
      </div>
    </figure>
  )
}
