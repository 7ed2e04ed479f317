import { capitalize } from '#lib/capitalize.ts'

type Schema = {
  title?: string
  properties?: Record<string, Schema> | undefined
  items?: Schema
  type?: string
  allOf?: Schema[]
  description?: string
  default?: unknown
  additionalProperties?: unknown
}
type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { schema?: Schema | undefined }> }
}

/**
 * Gives the bodies of operations titles, by which the description and clients name them: the body of `createTicket` is a `NewTicket`, that
 * of `updateTicket` is `TicketChanges`, and that of `sendMessage` a `SendMessage`. Operations with the same body share its title. The
 * items of a batch extend the body of a single request, which therefore says nothing about further fields.
 */
export function nameBodies(operations: readonly Operation[]): void {
  const titles = new Map<string, string>()
  const bodies = operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {}).flatMap((media) => {
      const schema = media.schema && describeDefaults(media.schema)
      if (!schema || Object.keys(schema.properties ?? {}).length === 0) return []
      const text = JSON.stringify(schema)
      return [
        { media, schema, title: titles.getOrInsert(text, schema.title ?? toTitle(operationId)) },
      ]
    }),
  )
  const singles = new Map(
    bodies.map(({ schema, title }) => [listFields(schema), { ...schema, title }]),
  )
  const extended = new Set<string | undefined>()
  for (const { schema } of bodies) {
    const { items } = schema.properties ?? {}
    const key = items?.items?.properties?.['idempotency_key']
    const single = items?.items && singles.get(listFields(items.items))
    if (!items || !key || !single) continue
    extended.add(single.title)
    const { additionalProperties: _, ...open } = single
    items.items = { allOf: [open, { type: 'object', properties: { idempotency_key: key } }] }
  }
  for (const { media, schema, title } of bodies) {
    const { additionalProperties, ...open } = schema
    media.schema = { title, ...open, ...(!extended.has(title) && { additionalProperties }) }
  }
}

/**
 * Returns a body whose descriptions of fields say their defaults. Generators take a field of a named schema with a `default` for one that
 * is always present, so that callers would have to send it.
 */
function describeDefaults({ default: value, ...schema }: Schema): Schema {
  const { properties, description } = schema
  const said =
    value === undefined
      ? description
      : `${description ?? ''} By default \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`
  return {
    ...schema,
    ...(said !== undefined && { description: said.trim() }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, describeDefaults(field)]),
      ),
    }),
  }
}

/** Lists the names of the fields of a body, without the key of an item of a batch. */
function listFields({ properties = {} }: Schema): string {
  return Object.keys(properties)
    .filter((name) => name !== 'idempotency_key')
    .join()
}

function toTitle(operationId: string): string {
  const [, verb, object] = /^(create|update)([A-Z].*)$/.exec(operationId) ?? []
  if (verb === undefined || object === undefined) return capitalize(operationId)
  return verb === 'create' ? `New${object}` : `${object}Changes`
}
