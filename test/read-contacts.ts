import { createRowReader } from '#contacts/imports/create-row-reader.ts'
import { guessMapping } from '#contacts/imports/guess-mapping.ts'
import { isContact, readContact } from '#contacts/imports/read-contact.ts'
import { isEmptyRow, readCsv } from '#contacts/imports/read-csv.ts'
import { readCsvFile } from '#contacts/imports/read-csv-file.ts'

/** A contact of a file, or the code of the problem of its row. The first phone number and email address are its main ones. */
type FileContact = {
  name?: string | null | undefined
  phones: string[]
  emails: string[]
  fields: Record<string, string>
  problem?: string
}

/** Reads a file as an import does in a workspace of `country`, with the guessed mapping, as far as `mapping` does not change it. */
export function readContacts(
  bytes: string | Buffer,
  country = 'IN',
  mapping: Record<string, string> = {},
) {
  const file = readCsvFile(Buffer.from(bytes as string))
  const { columns } = file
  const guessed = guessMapping({ columns, rows: file.probe, country, definitions: [] })
  const reader = createRowReader(
    { columns, mapping: { ...guessed.mapping, ...mapping } },
    { country, definitions: [], skipped: 0 },
  )
  const contacts = [...readCsv(file.body, file.delimiter, file.start)]
    .filter(({ cells }) => !isEmptyRow(cells))
    .map((row): FileContact => {
      const read = readContact(reader, row)
      if (!isContact(read)) return { phones: [], emails: [], fields: {}, problem: read.code }
      const { name, phoneE164, otherPhones = [], email, otherEmails = [], fields = {} } = read.facts
      const list = (first: string | undefined, others: string[]) =>
        first === undefined ? [] : [first, ...others]
      return {
        name,
        phones: list(phoneE164, otherPhones),
        emails: list(email, otherEmails),
        fields,
      }
    })
  return { ...guessed, contacts }
}
