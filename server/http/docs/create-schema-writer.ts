import type { Description, Parameter, Schema } from './reference-operation.ts'

/** Functions that read and write the schemas of a description for its pages. */
type SchemaWriter = {
  /** Returns a part of the description, or the shared one that it refers to. */
  resolve: <T extends object>(part: T & { $ref?: string }) => T
  /** Lists the fields of a schema, of those that it extends first. */
  listFields: (schema: Schema | undefined) => Parameter[]
  /** Returns the cells of a parameter or a field: its name, its type and its description. */
  toRow: (field: Parameter) => string[]
  /** Returns the type of a schema as Markdown, with links to objects. */
  toType: (schema: Schema) => string
}

/** Creates the functions for a description. `homes` has the path of the page of each object. */
export function createSchemaWriter(
  description: Description,
  homes: ReadonlyMap<string, string>,
): SchemaWriter {
  return { resolve, listFields, toRow, toType }

  /** Returns a part of the description, or the shared one that it refers to. */
  function resolve<T extends object>(part: T & { $ref?: string }): T {
    const [, , kind, name] = part.$ref?.split('/') ?? []
    if (kind === undefined || name === undefined) return part
    return description.components[kind]![name] as T
  }

  /** Lists the fields of a schema, of those that it extends first. */
  function listFields(given: Schema | undefined): Parameter[] {
    const schema = given && resolve(given)
    const own = Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
      name,
      in: '',
      required: schema?.required?.includes(name) ?? false,
      schema: field,
    }))
    return [...(schema?.allOf ?? []).flatMap(listFields), ...own]
  }

  function toRow({ name, in: place, required, description: said, schema }: Parameter): string[] {
    const text = said ?? schema.description ?? resolve(schema).description ?? ''
    const where = place === '' || place === 'query' ? '' : `, in the ${place}`
    const mark = required && place !== '' ? ', required' : ''
    return [`\`${name}\``, `${toType(schema)}${where}${mark}`, text]
  }

  function toType(schema: Schema): string {
    if (schema.$ref !== undefined) return link(schema.$ref)
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
    if (schema.enum) return schema.enum.map((each) => `\`${String(each)}\``).join(', ')
    const choices = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf)
    if (choices) return choices.map(toType).join(' or ')
    if (schema.allOf) return schema.allOf.map(toType).join(' with ')
    if (schema.items) return `list of ${toType(schema.items)}`
    const types = [schema.type ?? 'any'].flat().join(' or ')
    return schema.format === undefined ? types : `${types} (${schema.format})`
  }

  function link(reference: string): string {
    const name = reference.slice(reference.lastIndexOf('/') + 1)
    const home = homes.get(name)
    return home === undefined ? name : `[${name}](${home}#${name.toLowerCase()}-object)`
  }
}
