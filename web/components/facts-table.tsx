import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { DimmedText } from './dimmed-text.tsx'
import classes from './facts-table.module.css'

/** A column of a table: its heading and its cell for a row. Numbers are aligned right. */
type Column<R> = { label: string; cell: (row: R) => ReactNode; isNumber?: boolean }

/**
 * Shows rows as a table that scrolls sideways on a phone, or `none` if there are none. The first column names the row. With `isLong`, it has a bounded height with a
 * heading that stays, and its texts wrap.
 */
export function FactsTable<R>(props: {
  label: string
  rows: R[]
  columns: Column<R>[]
  keyOf: (row: R) => string
  none?: string
  isLong?: boolean
}) {
  const { label, rows, columns, keyOf, none, isLong = false } = props
  if (none !== undefined && rows.length === 0) return <DimmedText>{none}</DimmedText>
  return (
    <div className={classes.scroll} data-long={isLong} tabIndex={0} role="group" aria-label={label}>
      <Table stickyHeader={isLong} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label: heading, isNumber }) => (
              <Table.Th key={heading} scope="col" data-number={isNumber}>
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ label: heading, cell, isNumber }, index) =>
                index === 0 ? (
                  <Table.Th key={heading} scope="row" data-number={isNumber}>
                    {cell(row)}
                  </Table.Th>
                ) : (
                  <Table.Td key={heading} data-number={isNumber}>
                    {cell(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
