import { listOperations } from './description.ts'
import type { Description, Field, Operation } from './description.ts'
import { toProperty, toSentence, toTitle } from './n8n-properties.ts'
import type { Property } from './n8n-properties.ts'
import { findPlaces } from './places.ts'

const HEAD = '// Generated from the API description by `npm run clients`. Do not edit.\n'
const TYPE_IMPORT = "import type { INodeProperties } from 'n8n-workflow'\n"

/** Fields of pages that n8n has its own properties for. */
const OF_PAGES = new Set(['limit', 'cursor', 'after'])

/**
 * Returns the generated files of the n8n node by name: the properties of each resource, the table of operations, and the
 * events of the trigger. The stream of events is left out, because a workflow cannot wait for it.
 */
export function writeN8n(description: Description): Record<string, string> {
  const operations = listOperations(description).filter(({ result }) => result !== 'stream')
  const tags = [...new Set(operations.map(({ tag }) => tag))].toSorted()
  const resources = tags.map((tag) => {
    const ofTag = operations.filter((each) => each.tag === tag)
    return { tag, name: ofTag[0]!.resource, operations: ofTag }
  })
  const files = resources.map(({ name, operations: ofTag }) => [
    `${toFile(name)}.ts`,
    `${HEAD}${TYPE_IMPORT}\n/** The operations of ${name} and their fields. */\nexport const ${name}: INodeProperties[] = ${toCode(toProperties(name, ofTag, description))}\n`,
  ])
  const imports = resources.map(({ name }) => `import { ${name} } from './${toFile(name)}.ts'\n`)
  const resource = {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: resources.map(({ tag, name }) => ({ name: toTitle(tag), value: name })),
    default: 'messages',
  }
  const lists = resources.map(({ name }) => `  ...${name},\n`).join('')
  return {
    ...Object.fromEntries(files),
    'properties.ts': `${HEAD}${TYPE_IMPORT}${imports.join('')}\n/** The properties of the node: its resources, their operations and fields. */\nexport const properties: INodeProperties[] = [\n  ${toCode(resource)},\n${lists}]\n`,
    'operations.ts': writeOperations(operations, description),
    'event-types.ts': writeEvents(description),
  }
}

function writeOperations(operations: Operation[], description: Description): string {
  const table = Object.fromEntries(
    operations.map((operation) => {
      const { id, method, path, result, pages, hasFile, fields } = operation
      const properties = fields.map((field) => ({
        field,
        ...toProperty(field, description, { method }),
      }))
      const select = (isSelected: (each: (typeof properties)[number]) => boolean) => {
        const names = properties.filter(isSelected).map(({ field }) => field.name)
        return names.length > 0 ? names : undefined
      }
      return [
        id,
        {
          method,
          path,
          result,
          pages,
          hasFile: hasFile || undefined,
          required: select(({ field }) => field.isRequired && !isFile(operation, field)),
          query: select(({ field }) => field.isQuery),
          json: select(({ property }) => property.type === 'json'),
          nullable: select(({ isNullable }) => isNullable),
        },
      ]
    }),
  )
  return `${HEAD}import type { Operation } from '../operation.ts'\n\n/** Every operation by its id. */\nexport const OPERATIONS: Record<string, Operation> = ${toCode(table)}\n`
}

function writeEvents({ components }: Description): string {
  const types = Object.keys(components.schemas['Event']!.discriminator!.mapping)
  const options = types.toSorted().map((value) => ({ name: toTitle(value), value }))
  return `${HEAD}import type { INodePropertyOptions } from 'n8n-workflow'\n\n/** The types of events. */\nexport const EVENTS: INodePropertyOptions[] = ${toCode(options)}\n`
}

function toProperties(resource: string, operations: Operation[], description: Description) {
  const operation = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [resource] } },
    options: operations
      .map(({ id, summary, text }) => ({
        name: toTitle(summary),
        value: id,
        action: summary,
        description: toSentence(text.split(/ ?(?:Required scopes?|Scopes?): /)[0]!),
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    default: operations[0]!.id,
  }
  return [operation, ...operations.flatMap((each) => toFields(resource, each, description))]
}

/** Returns the properties of an operation: its required fields, then those of pages, then the others in a collection. */
function toFields(resource: string, operation: Operation, description: Description): object[] {
  const { id, path, fields, pages, hasFile, method, isIdempotent } = operation
  const displayOptions = { show: { resource: [resource], operation: [id] } }
  const shown = (property: Property) => ({ ...property, displayOptions })
  const places = new Map(findPlaces(path).map(({ name, variable }) => [name, variable]))
  const required = fields
    .filter((field) => field.isRequired && !isFile(operation, field))
    .map((field) => {
      const { property } = toProperty(field, description, {
        method,
        title: places.get(field.name),
      })
      return { ...shown(property), required: true }
    })
  const file = hasFile ? [{ ...shown(FILE), required: true }] : []
  const others = fields
    .filter((field) => !field.isRequired && !(pages && OF_PAGES.has(field.name)))
    .filter((field) => !field.description?.startsWith('Alias of'))
    .map((field) => toProperty(field, description, { method }).property)
  const options = [...others, ...(isIdempotent ? [IDEMPOTENCY_KEY] : [])].toSorted((one, other) =>
    one.displayName.localeCompare(other.displayName),
  )
  const isGet = method === 'GET'
  const collection = {
    displayName: isGet ? 'Filters' : 'Additional Fields',
    name: isGet ? 'filters' : 'additionalFields',
    type: 'collection',
    placeholder: isGet ? 'Add Filter' : 'Add Field',
    default: {},
    displayOptions,
    options,
  }
  return [
    ...required,
    ...file,
    ...(pages ? toPaging(displayOptions.show) : []),
    ...(options.length > 0 ? [collection] : []),
  ]
}

const FILE: Property = {
  displayName: 'Input Data Field Name',
  name: 'binaryPropertyName',
  type: 'string',
  default: 'data',
  hint: 'The name of the input binary field that contains the file',
}

const IDEMPOTENCY_KEY: Property = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'For 24 hours, a request with the same key changes nothing. By default, a retry of the same item repeats its key.',
}

function toPaging(show: object): object[] {
  return [
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...show, returnAll: [false] } },
    },
  ]
}

function isFile({ hasFile }: Operation, { name }: Field): boolean {
  return hasFile && name === 'file'
}

function toFile(resource: string): string {
  return resource.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toCode(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
