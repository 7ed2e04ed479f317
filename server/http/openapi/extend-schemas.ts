type Node = Record<string, unknown>
type Base = { name: string; fields: Map<string, string>; required: Set<string> }

/** The fewest fields that a schema must share with another one to refer to it. */
const FIELDS_MIN = 4

/** The keywords of schemas that can be combined without a change of their meaning. */
const COMBINED = new Set(['type', 'properties', 'required', 'description'])

/**
 * Returns a part of an API description in which an object with all fields of a named schema refers to that schema (`allOf`) and
 * has only its other fields. So clients know that a sent message is a message. An object without a name and without other
 * fields becomes a reference.
 */
export function extendSchemas<Part>(part: Part, schemas: Readonly<Record<string, Node>>): Part {
  const bases = Object.entries(schemas)
    .flatMap(([name, schema]) => (canCombine(schema) ? [toBase(name, schema)] : []))
    .filter(({ fields }) => fields.size >= FIELDS_MIN)
    .toSorted((a, b) => b.fields.size - a.fields.size)
  return visit(part, '') as Part

  function visit(value: unknown, at: string): unknown {
    if (Array.isArray(value)) return value.map((each) => visit(each, ''))
    if (typeof value !== 'object' || value === null) return value
    const node = value as Node
    const base = canCombine(node) ? findBase(node, at) : undefined
    const extended = base ? extend(node, base) : node
    return Object.fromEntries(
      Object.entries(extended).map(([key, each]) => [
        key,
        key === 'allOf' && base ? visitRest(each as Node[]) : visit(each, key),
      ]),
    )
  }

  /** Visits the fields of an extension, which no other schema has to extend. */
  function visitRest(parts: Node[]): unknown[] {
    return parts.map((each) =>
      Object.fromEntries(
        Object.entries(each).map(([key, inner]) => [
          key,
          key === 'properties' ? visit(inner, '') : inner,
        ]),
      ),
    )
  }

  function findBase(node: Node, at: string): Base | undefined {
    const own = toBase('', node)
    const isNamed = node === schemas[at]
    return bases.find(
      ({ name, fields, required }) =>
        schemas[name] !== node &&
        fields.size <= own.fields.size - (isNamed ? 1 : 0) &&
        [...fields].every(
          ([field, text]) =>
            own.fields.get(field) === text && required.has(field) === own.required.has(field),
        ),
    )
  }
}

function canCombine(node: Node): boolean {
  return (
    node['type'] === 'object' &&
    node['properties'] !== undefined &&
    Object.keys(node).every((key) => COMBINED.has(key))
  )
}

function toBase(name: string, node: Node): Base {
  const fields = Object.entries(node['properties'] as Node).map(
    ([field, schema]): [string, string] => [field, JSON.stringify(schema)],
  )
  return { name, fields: new Map(fields), required: new Set(node['required'] as string[]) }
}

function extend(node: Node, { name, fields }: Base): Node {
  const { description } = node
  const $ref = `#/components/schemas/${name}`
  const others = Object.entries(node['properties'] as Node).filter(([field]) => !fields.has(field))
  const text = description !== undefined && { description }
  if (others.length === 0) return { $ref, ...text }
  const required = ((node['required'] ?? []) as string[]).filter((field) => !fields.has(field))
  return {
    ...text,
    allOf: [
      { $ref },
      {
        type: 'object',
        ...(required.length > 0 && { required }),
        properties: Object.fromEntries(others),
      },
    ],
  }
}
