import type { FieldDefinition } from '../custom-fields/find-definitions.ts'
import { PHONE_USES, rankUse } from '../read-field-name.ts'
import type { FieldName } from '../read-field-name.ts'
import { readFieldNames } from '../read-field-names.ts'
import { findLabel } from './find-label.ts'

/** A column whose cells are imported. */
export type ReadColumn = {
  name: string
  /** Its place in a row. */
  index: number
  target: string
  /** The rank of its phone numbers or email addresses by its name, the lowest first. */
  rank: number
  /** The place of the column that tells the kinds of its phone numbers. */
  labelIndex: number | undefined
}

/**
 * Reads the rows of a file: `width` is the number of its columns, `country` that of phone numbers without a country code, and
 * `definitions` are the custom fields of the workspace.
 */
export type RowReader = {
  width: number
  /** The number of rows above the header. */
  skipped: number
  columns: ReadColumn[]
  country: string
  definitions: FieldDefinition[]
}

/** Creates the reader of a file's rows by the mapping of its columns, and by what the names of columns say of their cells. */
export function createRowReader(
  { columns, mapping }: { columns: string[]; mapping: Record<string, string> | null },
  more: Pick<RowReader, 'country' | 'definitions' | 'skipped'>,
): RowReader {
  const names = readFieldNames(columns)
  return {
    ...more,
    width: columns.length,
    columns: columns.flatMap((name, index) => {
      const target = mapping && Object.hasOwn(mapping, name) ? mapping[name] : undefined
      return target === undefined
        ? []
        : [
            {
              name,
              index,
              target,
              rank: rankAddress(names[index]),
              labelIndex: findLabel(names, index),
            },
          ]
    }),
  }
}

/** Returns the rank of an address by the name of its column or its label: the best for messages first, a company's last. */
export function rankAddress(name: FieldName | undefined): number {
  return rankUse(name) + (name?.kind === 'phone' && name.sureness === 0 ? PHONE_USES.length : 0)
}
