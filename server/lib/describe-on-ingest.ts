/** Operations by path and method, for the API description. */
export type OperationsByPath = Record<string, Record<string, object>>

/** The schema of a text. */
export const TEXT = { type: 'string' }

/** Describes a parameter of an operation. */
export function describeParameter(
  name: string,
  place: 'path' | 'query' | 'header',
  description: string,
  isRequired: boolean = place === 'path',
): object {
  return { name, in: place, ...(isRequired && { required: true }), description, schema: TEXT }
}

/** Adds to operations what all of the ingest server share: their tag, and its address, which is another one than that of the API. */
export function describeOnIngest(
  ingestUrl: string,
  tag: string,
  paths: OperationsByPath,
): OperationsByPath {
  const variables = { ingest_url: { default: ingestUrl, description: 'Its address.' } }
  const servers = [{ url: '{ingest_url}', description: 'The ingest server', variables }]
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const described = Object.entries(operations).map(([method, operation]) => {
        return [method, { tags: [tag], security: [], servers, ...operation }] as const
      })
      return [path, Object.fromEntries(described)]
    }),
  )
}
