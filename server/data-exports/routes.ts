import { resource } from '#http/resource.ts'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { downloadDataExport } from './download-data-export.ts'
import type { Archive } from './download-data-export.ts'
import { getDataExport } from './get-data-export.ts'
import { listDataExports } from './list-data-exports.ts'
import { requestDataExport } from './request-data-export.ts'
import { DataExport, ListDataExportsQuery } from './schema.ts'

/** Adds the API's routes that export all data of a contact. */
export function addDataExportRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  const routes = resource(app, '/api/v1', {
    tag: 'Data exports',
    read: { key: 'admin' },
    write: { key: 'admin' },
  })

  routes.post('/contacts/:id/data-export', {
    operationId: 'exportContactData',
    summary: "Export a contact's data",
    description:
      'Exports everything that is stored about a contact and those merged into it, as the archive that a person can ask for. The export completes in the background; while it is running, the request returns it again.',
    fresh: true,
    errors: ['person_not_found'],
    response: { 202: DataExport },
    runs: 'tenant',
    run: (scope, { id }) => requestDataExport(scope, id),
  })
  routes.get('/data-exports', {
    operationId: 'listDataExports',
    summary: 'List data exports',
    description: 'Newest first. Expired exports are not listed.',
    query: ListDataExportsQuery,
    response: { 200: pageOf(DataExport) },
    run: (scope, { query }) => listDataExports(scope, query),
  })
  routes.get('/data-exports/:id', {
    operationId: 'getDataExport',
    summary: 'Get a data export',
    description: 'Its progress, and once it is completed the address of the archive.',
    errors: ['data_export_not_found'],
    response: { 200: DataExport },
    run: (scope, { id }) => getDataExport(scope, id),
  })
  routes.get('/data-exports/:id/download', {
    operationId: 'downloadDataExport',
    summary: 'Download a data export',
    description:
      'A tar archive, compressed with gzip: a folder with JSON lines for each kind of data, the files of messages in `files`, and `manifest.json` as the last file.',
    fresh: true,
    errors: ['data_export_incomplete', 'data_export_not_found', 'media_store_unavailable'],
    response: {
      200: {
        description: 'The archive.',
        content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
      },
    },
    run: async (scope, { id, reply }) => {
      return sendArchive(reply, await downloadDataExport(scope, id, storage))
    },
  })
}

function sendArchive(reply: FastifyReply, { contactId, size, content }: Archive): FastifyReply {
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', size)
    .header('content-disposition', `attachment; filename="contact-${contactId}.tar.gz"`)
    .header('cache-control', 'private, no-store')
    .send(Readable.from(content))
}
