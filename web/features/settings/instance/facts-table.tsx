import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './facts-table.module.css'

/** A column of a table: its heading and its cell for a row. Numbers are aligned right. */
type Column<R> = { label: string; cell: (row: R) => ReactNode; isNumber?: boolean }

/** Shows rows as a table that scrolls sideways on a phone. The first column names the row. */
export function FactsTable<R>(props: {
  label: string
  rows: R[]
  columns: Column<R>[]
  keyOf: (row: R) => string
}) {
  const { label, rows, columns, keyOf } = props
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <Table className={classes.table}>
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
