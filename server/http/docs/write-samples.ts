import type { ReferenceOperation } from './reference-operation.ts'

/**
 * Writes an operation as curl, TypeScript and Python, with its example. Operations that no API key can call, and those that the clients do
 * not have a call for, have no samples.
 */
export function writeSamples(
  method: string,
  path: string,
  { operationId, tags, requestBody, responses }: ReferenceOperation,
  example: object | undefined,
): string[] {
  const isFile = JSON.stringify(requestBody ?? {}).includes('multipart/form-data')
  const isStream = JSON.stringify(responses).includes('ServerSentEvent')
  if (!path.startsWith('/api/v1/') || isFile || isStream) return []
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const body = example && JSON.stringify(example, null, 2).replaceAll("'", String.raw`'\''`)
  const curl = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$PARLEY_URL${url}" \\`,
    `  -H "Authorization: Bearer $PARLEY_API_KEY"${body ? ' \\' : ''}`,
    ...(body ? [`  -H 'Content-Type: application/json' \\`, `  -d '${body}'`] : []),
  ]
  const fields = Object.entries(example ?? {})
  const properties = [
    ...names,
    ...fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ]
  const call = properties.length === 0 ? '' : `{\n  ${properties.join(',\n  ')},\n}`
  const parameters = [
    ...names.map((name) => `${name}=${name}`),
    ...fields.map(([name, value]) => `${name}=${toPython(value)}`),
  ]
  return [
    fence('bash tab=curl', curl.join('\n')),
    fence('ts tab=typescript', `await parley.${toCamel(tags[0])}.${operationId}(${call})`),
    fence(
      'python tab=python',
      `parley.${toSnake(toCamel(tags[0]))}.${toSnake(operationId)}(${parameters.length === 0 ? '' : `\n    ${parameters.join(',\n    ')},\n`})`,
    ),
  ]
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

/** Returns a value of JSON as Python writes it. */
function toPython(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(toPython).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, each]) => `"${name}": ${toPython(each)}`)
  return `{${fields.join(', ')}}`
}

/** Returns the name of a resource of the clients: `Bulk actions` is `bulkActions`. */
function toCamel(tag: string): string {
  const [first = '', ...others] = tag.split(' ')
  return (
    first.toLowerCase() +
    others.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('')
  )
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
