import multipart from '@fastify/multipart'
import type { Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, readIdempotency } from '#http/idempotency.ts'
import { receiveFile } from '#http/receive-file.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
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

const read = { permission: { key: 'contacts:read' } } as const
const write = { permission: { key: 'contacts:write' } } as const

/** Adds the API routes of imports. */
export function addImportRoutes(app: App): void {
  addUploadRoute(app)
  app.get(
    '/api/v1/imports',
    {
      config: read,
      schema: {
        operationId: 'listImports',
        summary: 'List imports',
        description: 'Newest first.',
        tags,
        querystring: ListImportsQuery,
        response: { 200: pageOf(Import) },
      },
    },
    async (request) => listImports(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/imports/:id',
    {
      config: read,
      schema: {
        operationId: 'getImport',
        summary: 'Get an import',
        description: 'Includes its progress.',
        tags,
        params: IdParams,
        errors: ['import_not_found'],
        response: { 200: Import },
      },
    },
    async (request) => getImport(scopeOf(request), request.params.id),
  )
  app.post(
    '/api/v1/imports/:id/check',
    {
      config: write,
      schema: {
        operationId: 'checkImport',
        summary: 'Check an import',
        description:
          'Starts a dry run: counts the contacts it would create and stores the first 1,000 rows it would reject. `status` becomes `checked` when it is done.',
        tags,
        params: IdParams,
        body: CheckImportBody,
        errors: ['import_busy', 'import_ended', 'import_not_found', 'import_not_ready'],
        isIdempotent: true,
        response: { 200: Import },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        checkImport(scope, request.params.id, request.body.mapping),
      ),
  )
  addMove(app, 'start', 'Start an import', startImport, 'It must have been checked.')
  addMove(app, 'cancel', 'Cancel an import', cancelImport, 'What was read in stays.')
  addRejectRoutes(app)
}

function addUploadRoute(app: App): void {
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
}

function addMove(
  app: App,
  name: 'start' | 'cancel',
  summary: string,
  verb: (scope: Scope, id: string) => Promise<Import>,
  description: string,
): void {
  app.post(
    `/api/v1/imports/:id/${name}`,
    {
      config: write,
      schema: {
        operationId: `${name}Import`,
        summary,
        description,
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['import_busy', 'import_ended', 'import_not_found', 'import_not_ready'],
        isIdempotent: true,
        response: { 200: Import },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        verb(scope, (request.params as { id: string }).id),
      ),
  )
}

function addRejectRoutes(app: App): void {
  app.get(
    '/api/v1/imports/:id/rejects',
    {
      config: read,
      schema: {
        operationId: 'listImportRejects',
        summary: 'List rejected rows of an import',
        description: 'In file order.',
        tags,
        params: IdParams,
        querystring: ListImportsQuery,
        errors: ['import_not_found'],
        response: { 200: pageOf(ImportReject) },
      },
    },
    async (request) => listRejects(scopeOf(request), request.params.id, request.query),
  )
  app.get(
    '/api/v1/imports/:id/rejects.csv',
    {
      config: read,
      schema: {
        operationId: 'exportImportRejects',
        summary: 'Export rejected rows of an import',
        description:
          'Each row includes the reason, so that you can correct the rows and upload them again.',
        tags,
        params: IdParams,
        querystring: ExportRejectsQuery,
        errors: ['import_not_found'],
        response: { 200: CsvFile },
      },
    },
    async (request, reply) => {
      return sendCsv(
        reply,
        'rejected-rows',
        await exportRejects(scopeOf(request), request.params.id, request.query.language),
      )
    },
  )
}
