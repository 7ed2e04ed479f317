import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow'

/**
 * An operation of the API. Fields that are neither in the path nor in `query` are fields of the body.
 *
 * required: fields that are properties of the node itself. json: fields whose text is JSON. nullable: fields that null
 * removes. pages: the query field for the cursor of the next page, if the operation returns pages.
 */
export type Operation = {
  method: IHttpRequestMethods
  path: string
  result: 'json' | 'text' | 'binary' | 'none' | 'stream'
  pages?: 'cursor' | 'after'
  hasFile?: boolean
  required?: string[]
  query?: string[]
  json?: string[]
  nullable?: string[]
}

/** A value that cannot be sent, such as text that is no JSON. */
export class InvalidValue extends Error {}

/**
 * Returns the request of an operation with the values of a node. Empty texts and lists of optional fields are left out,
 * and an empty text of a nullable field is null.
 *
 * @throws {InvalidValue} for text that is no JSON, and for an empty part of the path
 */
export function toRequest(operation: Operation, values: IDataObject): IHttpRequestOptions {
  const { method, path, required = [], query = [], json = [], nullable = [] } = operation
  const rest = new Map(Object.entries(values))
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = toText(rest.get(name) ?? '').trim()
    // An empty part would call another operation.
    if (value === '') throw new InvalidValue(`The field "${name}" is empty.`)
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const [qs, body]: [IDataObject, IDataObject] = [{}, {}]
  for (const [name, given] of rest) {
    const value = json.includes(name) ? parseJson(name, given) : given
    if (query.includes(name)) {
      if (!isEmpty(value)) qs[name] = toText(value)
    } else if (value === '' && nullable.includes(name)) body[name] = null
    else if (!isEmpty(value) || required.includes(name)) body[name] = value as IDataObject
  }
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method) && !operation.hasFile
  return { method, url, qs, ...(hasBody && Object.keys(body).length > 0 && { body }) }
}

function parseJson(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return undefined
  const parsed = tryParse(value)
  if (parsed === undefined) throw new InvalidValue(`The field "${name}" is not valid JSON.`)
  return parsed
}

/** Returns the value of JSON, or undefined if the text is none. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
