import { EXAMPLE_IDS } from '#api-examples.ts'
import { stringify } from 'yaml'
import { listOperations } from './description.ts'
import type { Description, Field, Operation } from './description.ts'
import { findPlaces, toIdVariable } from './places.ts'
import type { Place } from './places.ts'

/** The variables of the ids in the examples of bodies, by id. */
const ID_VARIABLES = Object.fromEntries(
  Object.entries(EXAMPLE_IDS).map(([kind, id]) => [id, toIdVariable(kind)]),
)

/**
 * Returns the files of the Bruno collection by path: one request per operation, in one folder per tag, and an environment.
 *
 * The ids of paths and bodies are variables of the environment. A request that creates something stores its id in the
 * variable, so that the next request uses it. Source: the OpenCollection format of Bruno 3 and later.
 */
export function writeBruno(description: Description): Record<string, string> {
  const operations = listOperations(description)
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const requests = tags.flatMap((tag, at) => {
    const folder = tag.toLowerCase().replaceAll(' ', '-')
    const ofTag = operations.filter((each) => each.tag === tag)
    return [
      [`${folder}/folder.yml`, { info: { name: tag, type: 'folder', seq: at + 1 } }],
      ...ofTag.map((each, seq) => [
        `${folder}/${each.id}.yml`,
        toRequest(each, seq + 1, description),
      ]),
    ] as [string, object][]
  })
  const { title: name, description: content } = description.info
  const collection = {
    opencollection: '1.0.0',
    info: { name },
    request: { auth: { type: 'bearer', token: '{{api_key}}' } },
    docs: { content, type: 'text/markdown' },
    bundled: false,
  }
  const files = [
    ['opencollection.yml', collection],
    ['environments/local.yml', toEnvironment(operations)],
    ...requests,
  ] as [string, object][]
  return Object.fromEntries(
    files.map(([path, file]) => [
      path,
      stringify(file, { lineWidth: 0, aliasDuplicateObjects: false }),
    ]),
  )
}

function toEnvironment(operations: Operation[]): object {
  const variables = [
    ...operations.flatMap(({ path }) => findPlaces(path).map(({ variable }) => variable)),
    ...Object.values(ID_VARIABLES),
  ]
  return {
    name: 'local',
    variables: [
      { name: 'base_url', value: 'http://localhost:3000' },
      { secret: true, name: 'api_key' },
      ...[...new Set(variables)].toSorted().map((name) => ({ name, value: '' })),
    ],
  }
}

function toRequest(operation: Operation, seq: number, { paths }: Description): object {
  const { method, path, summary, text, fields } = operation
  const params = [
    ...findPlaces(path).map(({ name, variable }) => ({
      name,
      value: `{{${variable}}}`,
      type: 'path',
    })),
    ...fields.filter((each) => each.isQuery).map(toQueryParam),
  ]
  const headers = operation.isIdempotent && [{ name: 'Idempotency-Key', value: '{{$randomUUID}}' }]
  const query = fields
    .filter((each) => each.isQuery && each.isRequired)
    .map(({ name, example }) => `${name}=${toText(example)}`)
  const body = toBody(operation)
  const created = `${path}/{id}`
  const isCreation = method === 'POST' && created in paths
  return {
    info: { name: summary, type: 'http', seq },
    http: {
      method,
      url: [`{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, ...query].join('?'),
      ...(headers && { headers }),
      ...(params.length > 0 && { params }),
      ...(body && { body }),
      auth: 'inherit',
    },
    ...(isCreation && { runtime: { actions: findPlaces(created).slice(-1).map(toAction) } }),
    docs: text,
  }
}

function toQueryParam({ name, example, isRequired, description }: Field): object {
  return {
    name,
    value: toText(example),
    type: 'query',
    ...(description && { description }),
    // An empty filter would be refused.
    ...(!isRequired && { disabled: true }),
  }
}

function toBody({ hasFile, example }: Operation): object | undefined {
  if (hasFile) return { type: 'multipart-form', data: [{ name: 'file', type: 'file', value: [] }] }
  if (example === undefined) return undefined
  const data = JSON.stringify(example, null, 2).replaceAll(
    /"([0-9a-f-]{36})"/g,
    (whole, id: string) => (id in ID_VARIABLES ? `"{{${ID_VARIABLES[id]!}}}"` : whole),
  )
  return { type: 'json', data }
}

/** Returns an action that stores the id of what was created in the variable of later requests. */
function toAction({ variable }: Place): object {
  return {
    type: 'set-variable',
    phase: 'after-response',
    selector: { expression: 'res.body.id', method: 'jsonq' },
    variable: { name: variable, scope: 'runtime' },
  }
}

/** Returns an example of a query parameter as text: none if there is no example. */
function toText(example: unknown): string {
  if (Array.isArray(example)) return example.join(',')
  return typeof example === 'string' ? example : JSON.stringify(example ?? '').replace(/^""$/, '')
}
