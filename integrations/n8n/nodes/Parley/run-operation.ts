import { createHash, randomUUID } from 'node:crypto'
import type {
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
} from 'n8n-workflow'
import { toRequest } from './operation.ts'
import type { Operation } from './operation.ts'
import { request } from './request.ts'

const PAGE_MAX = 100

/** Runs an operation with the properties of an item, and returns its results: one per element of a list. */
export async function runOperation(
  context: IExecuteFunctions,
  operation: Operation,
  itemIndex: number,
): Promise<INodeExecutionData[]> {
  const { required = [], method, pages, result, hasFile } = operation
  const isGet = method === 'GET'
  const collection = context.getNodeParameter(
    isGet ? 'filters' : 'additionalFields',
    itemIndex,
    {},
  ) as IDataObject
  const { idempotencyKey, ...optional } = collection
  const values: IDataObject = { ...optional }
  for (const name of required)
    values[name] = context.getNodeParameter(name, itemIndex) as IDataObject
  const options = toRequest(operation, values)
  if (hasFile) options.body = await readFile(context, itemIndex)
  if (method === 'POST') {
    const key =
      (idempotencyKey as string | undefined) || toIdempotencyKey(context, options, itemIndex)
    options.headers = { 'Idempotency-Key': key }
  }
  if (pages) return listItems(context, options, pages, itemIndex)
  const isFile = result === 'text' || result === 'binary'
  const answer = await request(
    context,
    isFile ? { ...options, encoding: 'arraybuffer', json: false } : options,
    itemIndex,
  )
  if (isFile) return [await toFile(context, answer.body, answer.headers)]
  return [{ json: result === 'none' ? { success: true } : (answer.body as IDataObject) }]
}

async function listItems(
  context: IExecuteFunctions,
  options: IHttpRequestOptions,
  cursorName: string,
  itemIndex: number,
): Promise<INodeExecutionData[]> {
  const isAll = context.getNodeParameter('returnAll', itemIndex, false) as boolean
  const limit = isAll ? Infinity : (context.getNodeParameter('limit', itemIndex, 50) as number)
  const items: INodeExecutionData[] = []
  let cursor: string | undefined
  while (items.length < limit) {
    const size = Math.min(PAGE_MAX, limit - items.length)
    const qs = { ...options.qs, limit: size, ...(cursor && { [cursorName]: cursor }) }
    const { body } = await request(context, { ...options, qs }, itemIndex)
    const page = body as { data: IDataObject[]; next_cursor: string | null; has_more?: boolean }
    items.push(...page.data.map((json) => ({ json })))
    if (page.next_cursor === null || page.has_more === false) break
    cursor = page.next_cursor
  }
  return items
}

/**
 * Returns the key of a POST: the same one when n8n repeats the node for the same item, so that nothing is done twice, and
 * another one in every execution, turn of a loop and for another body.
 */
function toIdempotencyKey(
  context: IExecuteFunctions,
  { url, body }: IHttpRequestOptions,
  itemIndex: number,
): string {
  const executionId = context.getExecutionId()
  if (!executionId) return randomUUID()
  const run = context.evaluateExpression('{{ $runIndex }}', itemIndex)
  const workflow = context.getWorkflow().id
  const content = body instanceof FormData ? null : body
  const facts = [executionId, workflow, context.getNode().id, run, itemIndex, url, content]
  return `n8n-${createHash('sha256').update(JSON.stringify(facts)).digest('hex')}`
}

async function readFile(context: IExecuteFunctions, itemIndex: number): Promise<FormData> {
  const name = context.getNodeParameter('binaryPropertyName', itemIndex) as string
  const { fileName, mimeType } = context.helpers.assertBinaryData(itemIndex, name)
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName ?? 'file')
  return form
}

async function toFile(
  context: IExecuteFunctions,
  body: unknown,
  headers: IDataObject,
): Promise<INodeExecutionData> {
  const { 'content-type': given = '', 'content-disposition': disposition = '' } = headers as Record<
    string,
    string | undefined
  >
  const type = given.split(';')[0]
  const name = /filename="?([^";]+)/.exec(disposition)?.[1]
  const bytes = Buffer.from(body as ArrayBuffer)
  const data = await context.helpers.prepareBinaryData(bytes, name, type || undefined)
  return { json: {}, binary: { data } }
}
