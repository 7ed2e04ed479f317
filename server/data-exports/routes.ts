import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { createMediaStorage } from '#messages/media/create-media-storage.ts'
import { downloadDataExport } from './download-data-export.ts'
import type { Archive } from './download-data-export.ts'
import { getDataExport } from './get-data-export.ts'
import { listDataExports } from './list-data-exports.ts'
import { requestDataExport } from './request-data-export.ts'
import { DataExport, ListDataExportsQuery } from './schema.ts'

const config = { permission: { key: 'admin' } } as const
const freshConfig = { permission: { key: 'admin', fresh: true } } as const
const tags = ['Data exports']

/** Adds the API's routes that export all data of a contact. */
export function addDataExportRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  app.post(
    '/api/v1/contacts/:id/data-export',
    {
      config: freshConfig,
      schema: {
        operationId: 'exportContactData',
        summary: "Export a contact's data",
        description:
          'Exports everything that is stored about a contact and those merged into it, as the archive that a person can ask for. The export completes in the background; while it is running, the request returns it again.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['person_not_found'],
        isIdempotent: true,
        response: { 202: DataExport },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 202, (scope) => requestDataExport(scope, request.params.id)),
  )
  app.get(
    '/api/v1/data-exports',
    {
      config,
      schema: {
        operationId: 'listDataExports',
        summary: 'List data exports',
        description: 'Newest first. Expired exports are not listed.',
        tags,
        querystring: ListDataExportsQuery,
        response: { 200: pageOf(DataExport) },
      },
    },
    async (request) => listDataExports(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/data-exports/:id',
    {
      config,
      schema: {
        operationId: 'getDataExport',
        summary: 'Get a data export',
        description: 'Its progress, and once it is completed the address of the archive.',
        tags,
        params: IdParams,
        errors: ['data_export_not_found'],
        response: { 200: DataExport },
      },
    },
    async (request) => getDataExport(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/data-exports/:id/download',
    {
      config: freshConfig,
      schema: {
        operationId: 'downloadDataExport',
        summary: 'Download a data export',
        description:
          'A tar archive, compressed with gzip: a folder with JSON lines for each kind of data, the files of messages in `files`, and `manifest.json` as the last file.',
        tags,
        params: IdParams,
        errors: [
          'data_export_incomplete',
          'data_export_not_found',
          'media_store_full',
          'media_store_unavailable',
        ],
        response: {
          200: {
            description: 'The archive.',
            content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
          },
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      return sendArchive(reply, await downloadDataExport(scopeOf(request), id, storage))
    },
  )
}

function sendArchive(reply: FastifyReply, { contactId, size, content }: Archive): FastifyReply {
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="contact-${contactId}.tar.gz"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(content))
}
