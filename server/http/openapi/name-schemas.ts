type Node = Record<string, unknown>

/** Keys whose values are data, in which a `title` names nothing. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'mapping'])

/**
 * Returns paths and webhooks of an API description in which every schema with a `title` is a reference to the schema of that
 * name, and those schemas. A description that only one place has stays beside its reference. Enums get their type, a type
 * that may also be null becomes one schema with two types, and patterns that many validators cannot read are left out.
 *
 * @throws {Error} two different schemas have one title
 */
export function nameSchemas<Part extends object>(
  parts: Part,
): { parts: Part; schemas: Record<string, Node> } {
  const named = new Map<string, Named>()
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const joined = dropPatterns(readNeeds(readPattern(joinNull(value as Node))))
    const node = visitKeywords(joined, visit)
    const { title, description, ...schema } = withType(node)
    if (typeof title !== 'string') return withType(node)
    // The plugin moves the examples of parameters out of their schema.
    const { examples, ...rest } = schema
    const text = toText(rest)
    const known = named.get(title)
    if (known && known.text !== text)
      throw new Error(`Two different schemas have the title ${title}.`)
    const { schema: kept, descriptions } = known ?? { schema, descriptions: new Map() }
    const count = descriptions.get(description as string) ?? 0
    named.set(title, {
      text,
      schema: examples === undefined ? kept : schema,
      descriptions: descriptions.set(description as string, count + 1),
    })
    return {
      $ref: `#/components/schemas/${title}`,
      ...(description !== undefined && { description }),
    }
  }
  const visited = visit(parts) as Part
  const usual = new Map(
    [...named].map(([title, { descriptions }]) => [title, findUsual(descriptions)]),
  )
  const schemas = [...named]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { schema }]): [string, Node] => {
      const description = usual.get(title)
      return [title, description === undefined ? schema : { description, ...schema }]
    })
  return {
    parts: dropRepeated(visited, usual) as Part,
    schemas: dropRepeated(Object.fromEntries(schemas), usual) as Record<string, Node>,
  }
}

/** A schema with a title, and how often it has each description. */
type Named = { text: string; schema: Node; descriptions: Map<string | undefined, number> }

/** Returns the description of a schema: the only one, or one that several places have. */
function findUsual(descriptions: Named['descriptions']): string | undefined {
  const described = [...descriptions].filter(([description]) => description !== undefined)
  const [[description, count] = []] = described.toSorted(([, a], [, b]) => b - a)
  return described.length === 1 || (count ?? 0) > 2 ? description : undefined
}

/** Removes the description beside a reference if the schema itself has the same one. */
function dropRepeated(value: unknown, usual: ReadonlyMap<string, string | undefined>): unknown {
  if (Array.isArray(value)) return value.map((each) => dropRepeated(each, usual))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, description } = value as Node
  const title = typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined
  if (title !== undefined && description !== undefined && usual.get(title) === description)
    return { $ref }
  return visitKeywords(value as Node, (each) => dropRepeated(each, usual))
}

/** Returns a schema with the values of its keywords that `visit` returns. Data stays as it is. */
function visitKeywords(schema: Node, visit: (value: unknown) => unknown): Node {
  return Object.fromEntries(
    Object.entries(schema).map(([key, each]) => {
      if (DATA.has(key)) return [key, each]
      // A field may have the name of a keyword, such as `default`.
      return [key, key === 'properties' ? visitFields(each as Node, visit) : visit(each)]
    }),
  )
}

function visitFields(fields: Node, visit: (value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, visit(each)]))
}

/** Returns a schema as a text that does not depend on the order of its keys. */
function toText(schema: Node): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

/** Returns a record of any keys with the keyword that the plugin gives to the ones of routes. */
function readPattern(node: Node): Node {
  const { patternProperties, ...rest } = node
  const values = (patternProperties as Node | undefined)?.['^.*$']
  return values === undefined ? node : { ...rest, additionalProperties: values }
}

/**
 * Returns an object of which the fields of one of several lists are needed (`x-needs`) as a combination of its fields and a union of
 * these rules. The rules repeat the fields, without null, because generators make types of them.
 */
function readNeeds({ 'x-needs': needs, title, ...node }: Node): Node {
  const named = title === undefined ? {} : { title }
  if (!Array.isArray(needs)) return { ...named, ...node }
  const { description, ...object } = node
  const fields = node['properties'] as Record<string, Node>
  const anyOf = (needs as string[][]).map((required) => ({
    type: 'object',
    required,
    properties: Object.fromEntries(required.map((name) => [name, toNeeded(fields[name] ?? {})])),
  }))
  return { ...named, ...(description !== undefined && { description }), allOf: [object, { anyOf }] }
}

/** Returns the schema of a field without null and without its description. */
function toNeeded({ anyOf, description: _, ...schema }: Node): Node {
  return Array.isArray(anyOf) ? (anyOf[0] as Node) : schema
}

/**
 * Leaves out a pattern with classes of Unicode, because the engines of Python and of many validators do not know them, and the
 * message of an error about a pattern.
 */
function dropPatterns({ 'x-message': _, 'x-list': _list, ...node }: Node): Node {
  const { pattern, ...rest } = node
  return typeof pattern === 'string' && pattern.includes(String.raw`\p{`) ? rest : node
}

/**
 * Returns a union of a type and null as one schema with both types; a named type gets a name for it, such as `TimeOrNull`. A
 * union of a named object and null keeps its reference, and excludes that both apply.
 */
function joinNull(node: Node): Node {
  const { anyOf, ...rest } = node
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node
  const [schema, other] = anyOf as [Node, Node]
  if (other['type'] !== 'null') return node
  const { title, type, enum: values, ...own } = withType(schema)
  if (title !== undefined && (type === 'object' || typeof type !== 'string'))
    return { ...rest, oneOf: anyOf }
  if (typeof type !== 'string') return node
  return {
    ...(typeof title === 'string' && { title: `${title}OrNull` }),
    ...own,
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  }
}

/** Returns an enum with the type of its values. */
function withType(node: Node): Node {
  const { enum: values, type } = node
  if (!Array.isArray(values) || type !== undefined) return node
  const types = [...new Set(values.map((each) => (each === null ? 'null' : typeof each)))]
  return { type: types.length === 1 ? types[0] : types, ...node }
}
