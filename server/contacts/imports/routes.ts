import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { receiveFile } from '#http/receive-file.ts'
import { resource } from '#http/resource.ts'
import { CsvFile, sendTable } from '#http/send-table.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { readCountry } from '../read-phone.ts'
import { createImport } from './create-import.ts'
import { exportRejects } from './export-rejects.ts'
import { getImport } from './get-import.ts'
import { listImports } from './list-imports.ts'
import { listRejects } from './list-rejects.ts'
import { cancelImport, checkImport, startImport } from './move-import.ts'
import { readCsvUpload } from './read-csv-upload.ts'
import {
  CheckImportBody,
  ExportRejectsQuery,
  Import,
  ImportReject,
  UploadImportBody,
} from './schema.ts'

/** The largest file of contacts, in bytes. */
const IMPORT_BYTES_MAX = 20 * 1024 * 1024

const COMMON = {
  tag: 'Contacts',
  read: { key: 'contacts:read' },
  write: { key: 'contacts:write' },
  notFound: 'import_not_found',
} as const

/** The moves of an import: the name in the path, the verb, its errors and the texts. */
const MOVES = [
  [
    'start',
    startImport,
    ['import_busy', 'import_ended', 'import_not_ready'],
    'Start an import',
    'It must have been checked.',
  ],
  ['cancel', cancelImport, ['import_ended'], 'Cancel an import', 'What was read in stays.'],
] as const

/** Adds the API routes of imports. */
export function addImportRoutes(app: App): void {
  addUploads(app, { fileBytesMax: IMPORT_BYTES_MAX, fields: 2 }, addUploadRoute)
  const imports = resource(app, '/api/v1/imports', COMMON)

  imports.get('', {
    operationId: 'listImports',
    summary: 'List imports',
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Import) },
    run: (scope, { query }) => listImports(scope, query),
  })
  imports.get('/:id', {
    operationId: 'getImport',
    summary: 'Get an import',
    description: 'Includes its progress.',
    response: { 200: Import },
    run: (scope, { id }) => getImport(scope, id),
  })
  imports.post('/:id/check', {
    operationId: 'checkImport',
    summary: 'Check an import',
    description:
      'Starts a dry run: counts the contacts it would create and stores the first 1,000 rows it would reject. `status` becomes `checked` when it is done.',
    body: CheckImportBody,
    errors: ['import_busy', 'import_ended'],
    response: { 200: Import },
    runs: 'tenant',
    run: (scope, { id, body }) => checkImport(scope, id, body.mapping),
  })
  for (const [name, verb, errors, summary, description] of MOVES)
    imports.post(`/:id/${name}`, {
      operationId: `${name}Import`,
      summary,
      description,
      errors,
      response: { 200: Import },
      runs: 'tenant',
      run: (scope, { id }) => verb(scope, id),
    })
  imports.get('/:id/rejects', {
    operationId: 'listImportRejects',
    summary: 'List rejected rows of an import',
    description: 'In file order.',
    query: UnfilteredQuery,
    response: { 200: pageOf(ImportReject) },
    run: (scope, { id, query }) => listRejects(scope, id, query),
  })
  imports.get('/:id/rejects.csv', {
    operationId: 'exportImportRejects',
    summary: 'Export rejected rows of an import',
    description:
      'Each row includes the reason, so that you can correct the rows and upload them again.',
    query: ExportRejectsQuery,
    response: { 200: CsvFile },
    run: async (scope, { id, query, reply }) =>
      sendTable(reply, 'rejected-rows', await exportRejects(scope, id, query.language)),
  })
}

function addUploadRoute(uploads: App): void {
  resource(uploads, '/api/v1/imports', COMMON).post('', {
    ...READS_FORM,
    operationId: 'createImport',
    summary: 'Upload contacts to import',
    description:
      'Stores the file without importing it. The response lists the columns and suggests a mapping, with the reasons, from the names and the values of the columns. Check the import next, then start it.',
    bodyLimit: IMPORT_BYTES_MAX + 1024 * 1024,
    body: UploadImportBody,
    errors: ['invalid_file'],
    response: { 201: Import },
    runs: 'tenant',
    async before(scope, { request }) {
      const { filename, bytes, sha256 } = await receiveFile(request)
      const file = await readCsvUpload(bytes)
      return { filename, sha256, file, country: await readCountry(scope) }
    },
    identify: ({ filename, sha256 }) => ({ filename, sha256 }),
    run: (scope, _call, { filename, file, country }) =>
      createImport(scope, filename, file, country),
  })
}
