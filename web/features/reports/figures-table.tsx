import { Button, Group, Table, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { downloadConfirmed } from '../../lib/confirmation.ts'
import classes from './reports.module.css'

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
  const id = useId()
  return (
    <div>
      <Group justify="space-between" gap="xs" mt="xl" mb="xs">
        <Title order={2} size="h3" id={id}>
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
      <div className={classes.scroll} tabIndex={0} role="region" aria-labelledby={id}>
        <Table stickyHeader withRowBorders className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ label, isText }) => (
                <Table.Th key={label} scope="col" data-text={isText}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ label, cell, isText }, index) =>
                  index === 0 ? (
                    <Table.Th key={label} scope="row" data-text={isText}>
                      {cell(row)}
                    </Table.Th>
                  ) : (
                    <Table.Td key={label} data-text={isText}>
                      {cell(row)}
                    </Table.Td>
                  ),
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}
