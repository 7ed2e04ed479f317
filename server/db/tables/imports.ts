import type { ActorType } from '#shared/actors.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { ImportGuess, ImportStatus } from '#shared/contacts.ts'
import { bytes, json, number, text, texts, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Files of contacts, and the progress of their import. */
export const imports = contactTable({
  visibleBy: 'created_by',
  rows: 'many',
  erase: 'imports',
}).columns({
  id: uuid().exported(),
  filename: text().personal('imports_file_names').exported(),
  body: bytes().nullable().personal().exported(),
  delimiter: text().impersonal('a character').exported(),
  columns: texts().impersonal('the header of the file').exported(),
  samples: json<string[][]>().personal().exported(),
  mapping: json<Record<string, string>>().nullable().impersonal('names of columns').unexported(),
  guesses: json<Record<string, ImportGuess>>()
    .nullable()
    .impersonal('names of columns')
    .unexported(),
  status: word<ImportStatus>().defaulted().unexported(),
  row_count: number().defaulted().unexported(),
  done_count: number().defaulted().unexported(),
  done_bytes: number().defaulted().unexported(),
  created_count: number().defaulted().unexported(),
  matched_count: number().defaulted().unexported(),
  rejected_count: number().defaulted().unexported(),
  error: text().nullable().impersonal('a fixed text').unexported(),
  cancel_reason: word<CancelReason>().nullable().unexported(),
  created_by: uuid().nullable().unexported(),
  started_by_type: word<ActorType>().nullable().unexported(),
  started_by_id: uuid().nullable().unexported(),
  created_at: time().exported(),
  updated_at: time().unexported(),
  completed_at: time().nullable().unexported(),
})

/** Rows of `imports`. */
export type Imports = typeof imports.row

/** Rows of a file that were rejected, and why. */
export const import_rejects = contactTable({
  visibleBy: 'import_id',
  rows: 'many',
  erase: 'import_rejects',
}).columns({
  import_id: uuid().exported(),
  row_number: number().exported(),
  code: word().exported(),
  message: text().personal().exported(),
  cells: texts().personal().exported(),
})
