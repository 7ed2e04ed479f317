import { Button, Group, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FactsTable } from '../../components/facts-table.tsx'
import { downloadConfirmed } from '../../lib/confirmation.ts'
import classes from './reports.module.css'

/** A column of a table: its heading and its cell for a row. Numbers are aligned right. */
type Column<R> = { label: string; cell: (row: R) => ReactNode; isText?: boolean }

/** Shows the figures behind a plot as a table, with a CSV download. With `isFolded`, a button shows the table. */
export function FiguresTable<R>(props: {
  title: string
  rows: R[]
  columns: Column<R>[]
  keyOf: (row: R) => string
  csvUrl: string
  isFolded?: boolean
}) {
  const { title, rows, columns, keyOf, csvUrl, isFolded = false } = props
  const t = useTranslations('reports')
  const [isShown, setShown] = useState(!isFolded)
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  return (
    <div className={classes.table}>
      <Group justify="space-between" gap="xs" mt="xl" mb="xs">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Group gap="xs" className={classes.tools!}>
          {isFolded && (
            <Button
              variant="default"
              size="xs"
              aria-expanded={isShown}
              leftSection={<Chevron size={16} aria-hidden />}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? t('hideData') : t('showData')}
            </Button>
          )}
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
      </Group>
      {isShown && (
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
      )}
    </div>
  )
}
