import type { ImportGuess } from '#shared/contacts.ts'
import type { FieldDefinition } from '../custom-fields/find-definitions.ts'
import { PHONE_USES } from '../read-field-name.ts'
import type { FieldName } from '../read-field-name.ts'
import { readFieldNames } from '../read-field-names.ts'
import { findLabel } from './find-label.ts'

/** A column whose cells are imported. */
export type ReadColumn = {
  name: string
  /** Its place in a row. */
  index: number
  target: string
  /** The rank of its phone numbers by its name, the lowest first. */
  rank: number
  /** The place of the column that tells the kinds of its phone numbers. */
  labelIndex: number | undefined
  /** Its phone numbers are international ones without a plus sign. */
  lacksPlus: boolean
}

/**
 * Reads the rows of a file: `width` is the number of its columns, `country` that of phone numbers without a country code, and
 * `definitions` are the custom fields of the workspace.
 */
export type RowReader = {
  width: number
  columns: ReadColumn[]
  country: string
  definitions: FieldDefinition[]
}

/** Creates the reader of a file's rows by the mapping of its columns, and by what the names of columns say of their cells. */
export function createRowReader(
  {
    columns,
    mapping,
    guesses,
  }: {
    columns: string[]
    mapping: Record<string, string> | null
    guesses: Record<string, ImportGuess> | null
  },
  workspace: Pick<RowReader, 'country' | 'definitions'>,
): RowReader {
  const names = readFieldNames(columns)
  return {
    ...workspace,
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
              rank: rankPhone(names[index]),
              labelIndex: findLabel(names, index),
              lacksPlus: guesses?.[name]?.reasons.includes('plus_missing') ?? false,
            },
          ]
    }),
  }
}

/** Returns the rank of a phone number by the name of its column or its label: the best for messages first. */
export function rankPhone(name: FieldName | undefined): number {
  const rank = name?.use === undefined ? PHONE_USES.indexOf('main') : PHONE_USES.indexOf(name.use)
  return rank + (name?.kind === 'phone' && name.sureness === 0 ? PHONE_USES.length : 0)
}
