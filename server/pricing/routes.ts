import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, readIdempotency } from '#http/idempotency.ts'
import { receiveFile } from '#http/receive-file.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { compileValidator } from '#http/validation.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createPriceList } from './create-price-list.ts'
import { deletePriceList } from './delete-price-list.ts'
import { getPriceList } from './get-price-list.ts'
import { listPriceLists } from './list-price-lists.ts'
import { readPriceCsv } from './read-price-csv.ts'
import {
  ListPriceListsQuery,
  PriceList,
  PriceListDetail,
  UploadPriceListBody,
  UploadPriceListQuery,
} from './schema.ts'
import { priceListCsv } from './write-price-csv.ts'

const read = { permission: { key: 'reports:read' } } as const
const write = { permission: { key: 'admin' } } as const
const tags = ['Reports']

/** The largest file of prices, in bytes. */
const FILE_BYTES_MAX = 1024 * 1024

/** Adds the API routes of price lists. */
export function addPriceListRoutes(app: App): void {
  addUploadRoute(app)
  app.get(
    '/api/v1/price-lists',
    {
      config: read,
      schema: {
        operationId: 'listPriceLists',
        summary: 'List price lists',
        description: 'The latest date first. A list is valid until the next one starts.',
        tags,
        querystring: ListPriceListsQuery,
        response: { 200: pageOf(PriceList) },
      },
    },
    async (request) => listPriceLists(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/price-lists/:id',
    {
      config: read,
      schema: {
        operationId: 'getPriceList',
        summary: 'Get a price list',
        description: 'Includes its prices, by market.',
        tags,
        params: IdParams,
        errors: ['price_list_not_found'],
        response: { 200: PriceListDetail },
      },
    },
    async (request) => getPriceList(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/price-lists/:id/prices.csv',
    {
      config: read,
      schema: {
        operationId: 'exportPriceList',
        summary: 'Export a price list',
        description: 'A file that you can edit and upload again.',
        tags,
        params: IdParams,
        errors: ['price_list_not_found'],
        response: { 200: CsvFile },
      },
    },
    async (request, reply) =>
      sendCsv(
        reply,
        'prices',
        priceListCsv(await getPriceList(scopeOf(request), request.params.id)),
      ),
  )
  app.delete(
    '/api/v1/price-lists/:id',
    {
      config: write,
      schema: {
        operationId: 'deletePriceList',
        summary: 'Delete a price list',
        description: 'From then on, the list before it is valid longer.',
        tags,
        params: IdParams,
        errors: ['price_list_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deletePriceList(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function addUploadRoute(app: App): void {
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart, {
      limits: { files: 1, fields: 2, parts: 3, fileSize: FILE_BYTES_MAX },
      throwFileSizeLimit: true,
    })
    uploads.post(
      '/api/v1/price-lists',
      {
        config: write,
        bodyLimit: FILE_BYTES_MAX + 64 * 1024,
        schema: {
          operationId: 'createPriceList',
          summary: 'Upload a price list',
          description:
            "Reads a CSV file of prices per message: WhatsApp's rate card, or a file with the columns `market`, `category` and `price`. A market is a country (name or code), a calling code such as +91, a region of the rate card, or `Other`. The file is stored as a whole, or refused with the faults of its rows.",
          tags,
          consumes: ['multipart/form-data'],
          querystring: UploadPriceListQuery,
          body: UploadPriceListBody,
          errors: ['invalid_file', 'price_list_taken', 'quota_exceeded'],
          isIdempotent: true,
          response: { 201: PriceList },
        },
        // A multipart body is read as a stream, after this.
        validatorCompiler: ({ httpPart, schema }) =>
          httpPart === 'body'
            ? (value: unknown) => ({ value })
            : compileValidator(schema, httpPart),
      },
      async (request, reply) => {
        readIdempotency(request)
        const { filename, bytes, sha256 } = await receiveFile(request)
        const list = readPriceCsv(bytes, request.query)
        // A repeated request is the same when its file is.
        Object.assign(request, { body: { filename, sha256, ...request.query } })
        return answerOnce(request, reply, 201, (scope) => createPriceList(scope, filename, list))
      },
    )
  })
}
