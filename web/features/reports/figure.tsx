import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { PlotProps } from './plot.tsx'
import classes from './reports.module.css'
import { lazyPart } from '../../lib/lazy-part.ts'

const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot)

/** Shows a plot with its title and a description in words; the chart library loads when a plot is first shown. */
export function Figure({ title, text, ...plot }: PlotProps & { title: string; text: string }) {
  const t = useTranslations('reports')
  const isEmpty = plot.rows.every((row) => plot.series.every(({ key }) => !row[key]))
  if (isEmpty)
    return (
      <figure className={classes.figure}>
        <figcaption className={classes.caption}>{title}</figcaption>
        <DimmedText>{t('empty')}</DimmedText>
      </figure>
    )
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
