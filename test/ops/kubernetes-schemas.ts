import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

type Schema = { [key: string]: unknown }
type Kind = { group: string; version: string; kind: string }
type Definition = Schema & { 'x-kubernetes-group-version-kind'?: Kind[] }
type Crd = {
  kind: string
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
  }
}

/**
 * Writes into `folder` the JSON Schema of every kind of Kubernetes, as kubeconform reads them, from its description of the API at
 * the path `swagger`, and those of the resource definitions in the folder `crds`. Fields that a kind does not have are refused.
 */
export function writeKubernetesSchemas(folder: string, swagger: string, crds?: string): void {
  const { definitions } = JSON.parse(readFileSync(swagger, 'utf8')) as {
    definitions: Record<string, Definition>
  }
  const strict = Object.fromEntries(
    Object.entries(definitions).map(([name, each]) => [name, toStrict(each)]),
  )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '_definitions.json'), JSON.stringify({ definitions: strict }))
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(
    definitions,
  ))
    for (const kind of kinds)
      write(folder, kind, { $ref: `_definitions.json#/definitions/${name}` })
  if (crds === undefined) return
  for (const file of readdirSync(crds).filter((each) => each.endsWith('.yaml')))
    for (const document of parseAllDocuments(readFileSync(join(crds, file), 'utf8'))) {
      const crd = document.toJS() as Crd | null
      if (crd?.kind !== 'CustomResourceDefinition') continue
      const { group, names, versions } = crd.spec
      for (const { name: version, schema } of versions)
        write(folder, { group, version, kind: names.kind }, toStrict(schema.openAPIV3Schema))
    }
}

function write(folder: string, { group, version, kind }: Kind, schema: Schema): void {
  const name = [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase()
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(schema))
}

/** Refuses unknown fields, lets a quantity or port be a number or a text, and points to the definitions in the same file. */
function toStrict(schema: Schema): Schema {
  if (schema['format'] === 'int-or-string') return { type: ['integer', 'string'] }
  const isClosed =
    schema['properties'] !== undefined && schema['additionalProperties'] === undefined
  return {
    ...Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, visit(value)])),
    ...(isClosed && { additionalProperties: false }),
  }
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit)
  if (typeof value !== 'object' || value === null) return value
  return toStrict(value as Schema)
}
