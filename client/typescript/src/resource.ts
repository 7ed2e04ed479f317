import { send } from './http.ts'
import type { ApiRequest, CallOptions, Connection } from './http.ts'
import { RESOURCES } from './generated/operations.ts'
import type { Operations } from './generated/models.ts'
import { toQuery } from './query.ts'
import type { QueryValue } from './query.ts'

/** A page that was requested: await it for the page, or iterate over the items of it and of all pages after it. */
export type PagePromise<Page, Item> = Promise<Page> &
  AsyncIterable<Item> & {
    /** Iterates over this page and all pages after it. */
    pages: () => AsyncIterable<Page>
  }

type Answer<Operation> = Operation extends { result: infer Page; item: infer Item }
  ? PagePromise<Page, Item>
  : Operation extends { result: infer Result }
    ? Promise<Result>
    : never

/** The method of an operation. Its parameters are optional if the operation requires none. */
type Method<Operation extends { params: object }> =
  Record<never, never> extends Operation['params']
    ? (params?: Operation['params'], options?: CallOptions) => Answer<Operation>
    : (params: Operation['params'], options?: CallOptions) => Answer<Operation>

/** The methods of a resource, by the id of their operation. */
export type Resource<Name extends keyof typeof RESOURCES> = {
  readonly [Id in keyof (typeof RESOURCES)[Name]]: Id extends keyof Operations
    ? Method<Operations[Id]>
    : never
}

type Params = Record<string, unknown>
type Page = { data: unknown[]; next_cursor: string | null; has_more?: boolean }

/** Returns the methods of a resource. */
export function createResource<Name extends keyof typeof RESOURCES>(
  client: Connection,
  name: Name,
): Resource<Name> {
  const methods = Object.entries<string>(RESOURCES[name]).map(([id, operation]) => [
    id,
    (params: Params = {}, options: CallOptions = {}) => call(client, operation, params, options),
  ])
  return Object.fromEntries(methods) as Resource<Name>
}

function call(
  client: Connection,
  operation: string,
  params: Params,
  options: CallOptions,
): Promise<unknown> {
  const [method, template, ...words] = operation.split(' ') as [string, string, ...string[]]
  const request = (given: Params) =>
    send(client, toRequest(method, template, words, given), options, (answer) =>
      readBody(answer, words),
    )
  const name = words.includes('cursor') ? 'cursor' : words.includes('after') ? 'after' : undefined
  const first = request(params)
  return name === undefined ? first : addPages(first as Promise<Page>, name, params, request)
}

/** Makes a promise of the first page iterable. `name` is the parameter that takes the cursor of the next one. */
function addPages(
  first: Promise<Page>,
  name: string,
  params: Params,
  request: (params: Params) => Promise<unknown>,
): PagePromise<Page, unknown> {
  async function* pages(): AsyncGenerator<Page> {
    for (let page = await first; ;) {
      yield page
      if (page.next_cursor === null || page.has_more === false) return
      page = (await request({ ...params, [name]: page.next_cursor })) as Page
    }
  }
  async function* items(): AsyncGenerator<unknown> {
    for await (const { data } of pages()) yield* data
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items })
}

function toRequest(method: string, template: string, words: string[], params: Params): ApiRequest {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined))
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    // An empty part, or a dot, would change which operation is called.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} must be a text that is not empty, "." or "..".`)
    rest.delete(name)
    return encodeURIComponent(value)
  })
  if (words.includes('file')) {
    const body = new FormData()
    const file = rest.get('file') as Blob & { name?: string }
    body.append('file', file, file.name ?? 'file')
    rest.delete('file')
    return { method, path: path + toQuery(rest as Map<string, QueryValue>), body }
  }
  if (method === 'GET' || method === 'DELETE')
    return { method, path: path + toQuery(rest as Map<string, QueryValue>) }
  return { method, path, body: Object.fromEntries(rest) }
}

async function readBody(answer: Response, words: string[]): Promise<unknown> {
  if (words.includes('none')) return void (await answer.arrayBuffer())
  if (words.includes('text')) return answer.text()
  return words.includes('binary') ? answer.arrayBuffer() : answer.json()
}
