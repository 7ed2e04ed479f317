import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FiguresTable } from './figures-table.tsx'
import type { Range } from './range.ts'
import { useFormats } from './use-formats.ts'

/** Shows the figures of a report as a table with one row per bucket, once the reader asks for it. */
export function BucketTable<Bucket extends { start: string }>(props: {
  buckets: Bucket[]
  size: Range['bucket']
  csvUrl: string
  columns: { label: string; cell: (bucket: Bucket) => ReactNode }[]
}) {
  const { buckets, size, csvUrl, columns } = props
  const t = useTranslations('reports')
  const formats = useFormats()
  return (
    <FiguresTable
      isFolded
      title={t('figures')}
      rows={buckets}
      keyOf={({ start }) => start}
      csvUrl={csvUrl}
      columns={[
        {
          label: t(`columns.${size}`),
          cell: ({ start }) => formats.start(start, size),
          isText: true,
        },
        ...columns,
      ]}
    />
  )
}
