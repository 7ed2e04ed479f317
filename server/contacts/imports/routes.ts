import { resource } from '#http/resource.ts'
import multipart from '@fastify/multipart'
import type { Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { answerOnce, readIdempotency } from '#http/idempotency.ts'
import { receiveFile } from '#http/receive-file.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
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
  ListImportsQuery,
  UploadImportBody,
} from './schema.ts'

const tags = ['Contacts']

/** The largest file of contacts, in bytes. */
const IMPORT_BYTES_MAX = 20 * 1024 * 1024
const write = { permission: { key: 'contacts:write' } } as const

/** Adds the API routes of imports. */
export function addImportRoutes(app: App): void {
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart, {
      limits: { files: 1, fields: 2, parts: 3, fileSize: IMPORT_BYTES_MAX },
      throwFileSizeLimit: true,
    })
    uploads.post(
      '/api/v1/imports',
      {
        config: write,
        bodyLimit: IMPORT_BYTES_MAX + 1024 * 1024,
        schema: {
          operationId: 'createImport',
          summary: 'Upload contacts to import',
          description:
            'Stores the file without importing it. The response lists the columns and suggests a mapping. Check the import next, then start it.',
          tags,
          consumes: ['multipart/form-data'],
          body: UploadImportBody,
          errors: ['invalid_file'],
          isIdempotent: true,
          response: { 201: Import },
        },
        // A multipart body is read as a stream, after this.
        validatorCompiler: () => (value: unknown) => ({ value }),
      },
      async (request, reply) => {
        readIdempotency(request)
        const { filename, bytes, sha256 } = await receiveFile(request)
        const file = await readCsvUpload(bytes)
        const body = bytes.subarray(file.bodyStart)
        // A repeated request is the same when its file is.
        Object.assign(request, { body: { filename, sha256 } })
        return answerOnce(request, reply, 201, (scope) =>
          createImport(scope, filename, { ...file, body }),
        )
      },
    )
  })
  const routes = resource(app, '', {
    tag: 'Contacts',
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
    notFound: 'import_not_found',
  })

  routes.get('/api/v1/imports', {
    operationId: 'listImports',
    summary: 'List imports',
    description: 'Newest first.',
    query: ListImportsQuery,
    response: { 200: pageOf(Import) },
    run: (scope, { query }) => listImports(scope, query),
  })
  routes.get('/api/v1/imports/:id', {
    operationId: 'getImport',
    summary: 'Get an import',
    description: 'Includes its progress.',
    response: { 200: Import },
    run: (scope, { id }) => getImport(scope, id),
  })
  routes.post('/api/v1/imports/:id/check', {
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
  addMove(app, 'start', 'Start an import', startImport, 'It must have been checked.', [
    'import_busy',
    'import_not_ready',
  ])
  addMove(app, 'cancel', 'Cancel an import', cancelImport, 'What was read in stays.')
  routes.get('/api/v1/imports/:id/rejects', {
    operationId: 'listImportRejects',
    summary: 'List rejected rows of an import',
    description: 'In file order.',
    query: ListImportsQuery,
    response: { 200: pageOf(ImportReject) },
    run: (scope, { id, query }) => listRejects(scope, id, query),
  })
  routes.get('/api/v1/imports/:id/rejects.csv', {
    operationId: 'exportImportRejects',
    summary: 'Export rejected rows of an import',
    description:
      'Each row includes the reason, so that you can correct the rows and upload them again.',
    query: ExportRejectsQuery,
    response: { 200: CsvFile },
    run: async (scope, { id, query, reply }) =>
      sendCsv(reply, 'rejected-rows', await exportRejects(scope, id, query.language)),
  })
}

function addMove(
  app: App,
  name: 'start' | 'cancel',
  summary: string,
  verb: (scope: Scope, id: string) => Promise<Import>,
  description: string,
  errors: ErrorCode[] = [],
): void {
  const routes = resource(app, '', {
    tag: 'Contacts',
    read: { key: 'contacts:read' },
    write: { key: 'contacts:write' },
    notFound: 'import_not_found',
  })

  routes.post(`/api/v1/imports/:id/${name}`, {
    operationId: `${name}Import`,
    summary,
    description,
    body: EmptyBody,
    errors: ['import_ended', ...errors],
    response: { 200: Import },
    runs: 'tenant',
    run: (scope, { id }) => verb(scope, id),
  })
}
