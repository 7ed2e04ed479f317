import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { receiveFile } from '#http/receive-file.ts'
import { resource } from '#http/resource.ts'
import { CsvFile, sendTable } from '#http/send-table.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createPriceList } from './create-price-list.ts'
import { deletePriceList } from './delete-price-list.ts'
import { getPriceList } from './get-price-list.ts'
import { listPriceLists } from './list-price-lists.ts'
import { readPriceCsv } from './read-price-csv.ts'
import { PriceList, PriceListDetail, UploadPriceListBody, UploadPriceListQuery } from './schema.ts'
import { priceListCsv } from './price-list-csv.ts'

/** The largest file of prices, in bytes. */
const FILE_BYTES_MAX = 1024 * 1024

const COMMON = {
  tag: 'Reports',
  read: { key: 'reports:read' },
  write: { key: 'admin' },
  notFound: 'price_list_not_found',
} as const

/** Adds the API routes of price lists. */
export function addPriceListRoutes(app: App): void {
  addUploads(app, { fileBytesMax: FILE_BYTES_MAX, fields: 2 }, addUploadRoute)
  const priceLists = resource(app, '/api/v1/price-lists', COMMON)

  priceLists.get('', {
    operationId: 'listPriceLists',
    summary: 'List price lists',
    description: 'The latest date first. A list is valid until the next one starts.',
    query: UnfilteredQuery,
    response: { 200: pageOf(PriceList) },
    run: (scope, { query }) => listPriceLists(scope, query),
  })
  priceLists.get('/:id', {
    operationId: 'getPriceList',
    summary: 'Get a price list',
    description: 'Includes its prices, by market.',
    response: { 200: PriceListDetail },
    run: (scope, { id }) => getPriceList(scope, id),
  })
  priceLists.get('/:id/prices.csv', {
    operationId: 'exportPriceList',
    summary: 'Export a price list',
    description: 'A file that you can edit and upload again.',
    response: { 200: CsvFile },
    run: async (scope, { id, reply }) =>
      sendTable(reply, 'prices', priceListCsv(await getPriceList(scope, id))),
  })
  priceLists.delete('/:id', {
    operationId: 'deletePriceList',
    summary: 'Delete a price list',
    description: 'From then on, the list before it is valid longer.',
    run: (scope, { id }) => deletePriceList(scope, id),
  })
}

function addUploadRoute(uploads: App): void {
  resource(uploads, '/api/v1/price-lists', COMMON).post('', {
    ...READS_FORM,
    operationId: 'createPriceList',
    summary: 'Upload a price list',
    description:
      "Reads a CSV file of prices per message: WhatsApp's rate card, or a file with the columns `market`, `category` and `price`. A market is a country (name or code), a calling code such as +91, a region of the rate card, or `Other`. The file is stored as a whole, or refused with the faults of its rows.",
    bodyLimit: FILE_BYTES_MAX + 64 * 1024,
    query: UploadPriceListQuery,
    body: UploadPriceListBody,
    errors: ['invalid_file', 'price_list_taken', 'quota_exceeded'],
    response: { 201: PriceList },
    runs: 'tenant',
    async before(_scope, { query, request }) {
      const { filename, bytes, sha256 } = await receiveFile(request)
      return { identity: { filename, sha256, ...query }, list: readPriceCsv(bytes, query) }
    },
    identify: ({ identity }) => identity,
    run: (scope, _call, { identity, list }) => createPriceList(scope, identity.filename, list),
  })
}
