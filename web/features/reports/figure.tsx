import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import type { PlotProps, PlotRow } from './plot.tsx'
import classes from './reports.module.css'
import { sinceFirst } from './since-first.ts'
import { lazyPart } from '../../lib/lazy-part.ts'

const Plot = lazyPart(async () => (await import('./plot.tsx')).Plot)

/**
 * Shows a plot with its title and a description in words; the chart library loads when a plot is first shown. It starts at the first
 * row that has data, unless it `isWhole`.
 */
export function Figure({
  title,
  text,
  isWhole = false,
  ...plot
}: PlotProps & { title: string; text: string; isWhole?: boolean }) {
  const t = useTranslations('reports')
  const hasData = (row: PlotRow) => plot.series.some(({ key }) => row[key])
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      {plot.rows.some(hasData) ? (
        <div role="img" aria-label={`${title}. ${text}`}>
          <div aria-hidden>
            <Suspense fallback={<Skeleton h={260} />}>
              <Plot {...plot} rows={isWhole ? plot.rows : sinceFirst(plot.rows, hasData)} />
            </Suspense>
          </div>
        </div>
      ) : (
        <DimmedText>{t('empty')}</DimmedText>
      )}
    </figure>
  )
}
