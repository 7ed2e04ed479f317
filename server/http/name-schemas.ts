type Node = Record<string, unknown>

/** Keys whose values are data, in which a `title` names nothing. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum'])

/**
 * Returns paths and webhooks of an API description in which every schema with a `title` is a reference to the schema of that
 * name, and those schemas. A description that only one place has stays beside its reference. Enums get their type.
 *
 * @throws {Error} two different schemas have one title
 */
export function nameSchemas<Part extends object>(
  parts: Part,
): { parts: Part; schemas: Record<string, Node> } {
  const named = new Map<string, { text: string; schema: Node; descriptions: Set<unknown> }>()
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const node = Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, DATA.has(key) ? each : visit(each)]),
    )
    const { title, description, ...schema } = withType(node)
    if (typeof title !== 'string') return withType(node)
    const text = JSON.stringify(schema)
    const known = named.get(title)
    if (known && known.text !== text)
      throw new Error(`Two schemas have the title ${title}: ${known.text} and ${text}`)
    if (known) known.descriptions.add(description)
    else named.set(title, { text, schema, descriptions: new Set([description]) })
    return {
      $ref: `#/components/schemas/${title}`,
      ...(description !== undefined && { description }),
    }
  }
  const visited = visit(parts) as Part
  const schemas = [...named]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { schema, descriptions }]): [string, Node] => {
      const [description] = descriptions
      return [title, descriptions.size === 1 && description ? { description, ...schema } : schema]
    })
  return { parts: visited, schemas: Object.fromEntries(schemas) }
}

/** Returns an enum with the type of its values. */
function withType(node: Node): Node {
  const { enum: values, type } = node
  if (!Array.isArray(values) || type !== undefined) return node
  const types = [...new Set(values.map((each) => (each === null ? 'null' : typeof each)))]
  return { type: types.length === 1 ? types[0] : types, ...node }
}
