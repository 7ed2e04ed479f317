import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Imports } from '#db/tables/imports.ts'
import { cutText } from '#lib/cut-text.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { CANCEL_REASONS } from '#shared/cancel-reasons.ts'
import { IMPORT_GUESS_REASONS, IMPORT_STATUSES } from '#shared/contacts.ts'
import { REJECT_LANGUAGES } from './reject-languages.ts'
import { undoGuard } from './undo-guard.ts'

const Mapping = Type.Record(Type.String(), Type.String(), {
  description:
    'Maps each column to `name`, `first_name`, `middle_name`, `last_name`, `phone_e164`, `phone_international`, `country_code`, `email`, `source`, `campaign`, `language` or `fields.<name>`. A `language` is a tag or a name; one that is neither is kept as a custom field. Several columns can be mapped to `phone_e164`, `phone_international` and `email`: the contact gets all of them, and the best for messages, such as a mobile number, becomes its `phone_e164`. `phone_international` is the same for numbers that have their country code, also without the plus sign. `country_code` is the country of phone numbers without a country code: a calling code, an ISO 3166-1 code or a name; a cell that is no calling code is also kept as a custom field. Columns that are not mapped are ignored.',
})

const Guess = Type.Object(
  {
    target: nullable(
      Type.String({
        description: 'The suggested field, as in `mapping`. Null: the column is ignored.',
      }),
    ),
    reasons: Type.Array(Type.Enum([...IMPORT_GUESS_REASONS]), {
      description:
        '`name`: the name of the column says so. `values`: its values look like it. `plus_missing`: the phone numbers are international ones without the plus sign, and are read so. `custom_field`: it has the name of a custom field. `further`: nothing else fits. `values_differ`: its values do not look like what its name says. `label`: it tells the kinds of the values beside it. `no_values`, `no_name`: it has none. `own_column`: an export added it. `too_many`: a contact cannot have more custom fields, or the name is too long for one.',
    }),
    matching: Type.Integer({ description: 'The values that look like the field.' }),
    checked: Type.Integer({ description: 'The values that were looked at.' }),
  },
  {
    description:
      'What the column was guessed to contain when the file was uploaded, and why. Null for imports before this release.',
  },
)

/** An import of a file of contacts, with its progress. */
export const Import = titled('Import', {
  id: Id,
  filename: Type.String({ description: 'The name of the uploaded file.' }),
  status: Type.Enum([...IMPORT_STATUSES], { description: 'How far it is.' }),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      samples: Type.Array(Type.String()),
      guess: nullable(Guess),
    }),
    { description: 'The columns of the file, with values of its first rows.' },
  ),
  mapping: Mapping,
  row_count: Type.Integer({ minimum: 0, description: 'Rows below the header.' }),
  done_count: Type.Integer({ description: 'Rows checked or imported so far.' }),
  created_count: Type.Integer({
    description: 'Contacts created. After a check: contacts that would be created.',
  }),
  matched_count: Type.Integer({ description: 'Rows that match an existing contact.' }),
  rejected_count: Type.Integer({ minimum: 0, description: 'Rows that were not imported.' }),
  empty_count: Type.Integer({ description: 'Rows without any values.' }),
  error: nullable(Type.String({ description: 'Why it ended without success.' })),
  cancel_reason: nullable(
    Type.Enum([...CANCEL_REASONS], {
      description:
        'Why the import was canceled, if nobody canceled it. `member_removed`: the member who started it has left. `key_revoked`: the key was revoked, has expired, or lacks the scope.',
    }),
  ),
  created_by: nullable(Id, 'The member or the API key who uploaded the file.'),
  created_at: Time,
  updated_at: Time,
  completed_at: nullable(Time),
})

/** An import of a file of contacts, with its progress. */
export type Import = Static<typeof Import>

/** The body of POST /api/v1/imports. */
export const UploadImportBody = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'A CSV file with a header row, up to 20 MiB and 200,000 rows, separated by commas, semicolons, tabs or vertical bars, in UTF-8, UTF-16 or an older encoding of Windows.',
  }),
})

/** The body of POST /api/v1/imports/{id}/check. */
export const CheckImportBody = closedObject({ mapping: Type.Optional(Mapping) })

/** The query of GET /api/v1/imports/{id}/rejects.csv. */
export const ExportRejectsQuery = closedObject({
  language: Type.Optional(
    Type.Enum([...REJECT_LANGUAGES], {
      default: 'en',
      description: 'The language of the names and the contents of the two added columns.',
    }),
  ),
})

/** A rejected row of a file. */
export const ImportReject = titled('ImportReject', {
  row_number: Type.Integer({
    description: 'The row number as a spreadsheet shows it. The header is row 1.',
  }),
  code: Type.String(),
  message: Type.String(),
  cells: Type.Array(Type.String()),
})

/** A rejected row of a file. */
export type ImportReject = Static<typeof ImportReject>

/** A row of `imports` without its body. */
export type ImportRow = Omit<Selectable<Imports>, 'body'>

/** The columns of `ImportRow`. */
export const IMPORT_COLUMNS = [
  'workspace_id',
  'id',
  'filename',
  'delimiter',
  'columns',
  'samples',
  'mapping',
  'guesses',
  'status',
  'row_count',
  'done_count',
  'done_bytes',
  'created_count',
  'matched_count',
  'rejected_count',
  'error',
  'cancel_reason',
  'created_by',
  'started_by_type',
  'started_by_id',
  'created_at',
  'updated_at',
  'completed_at',
] as const

/** The API's import of a row of `imports`. */
export function toImport(row: ImportRow): Import {
  const { done_count, created_count, matched_count, rejected_count } = row
  return pickFields(Import, {
    ...row,
    columns: row.columns.map((name, index) => ({
      name,
      samples: row.samples.flatMap((cells) =>
        cells[index] ? [cutText(undoGuard(cells[index]), 200)] : [],
      ),
      guess: row.guesses?.[name] ?? null,
    })),
    mapping: row.mapping ?? {},
    done_count,
    created_count,
    matched_count,
    rejected_count,
    empty_count: done_count - created_count - matched_count - rejected_count,
  })
}
