import { Button, Group, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FactsTable } from '../../components/facts-table.tsx'
import { downloadConfirmed } from '../../lib/confirmation.ts'

/** A column of a table: its heading and its cell for a row. Numbers are aligned right. */
type Column<R> = { label: string; cell: (row: R) => ReactNode; isText?: boolean }

/** Shows the figures behind a plot as a table, with a CSV download. */
export function FiguresTable<R>(props: {
  title: string
  rows: R[]
  columns: Column<R>[]
  keyOf: (row: R) => string
  csvUrl: string
}) {
  const { title, rows, columns, keyOf, csvUrl } = props
  const t = useTranslations('reports')
  return (
    <div>
      <Group justify="space-between" gap="xs" mt="xl" mb="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Button
          component="a"
          href={csvUrl}
          download
          onClick={(event) => void downloadConfirmed(event)}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t('downloadOf', { title })}
        >
          {t('download')}
        </Button>
      </Group>
      <FactsTable
        isLong
        label={title}
        rows={rows}
        keyOf={keyOf}
        columns={columns.map(({ isText = false, ...column }) => ({
          ...column,
          isNumber: !isText,
        }))}
      />
    </div>
  )
}
