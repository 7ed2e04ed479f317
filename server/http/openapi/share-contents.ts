import { capitalize } from '#lib/capitalize.ts'
import { nameShared, toComponents } from './name-shared.ts'
import type { Use } from './name-shared.ts'

type Content = { content?: object }
type Media = { schema?: { $ref?: string; properties?: object; additionalProperties?: unknown } }
type Operation = {
  operationId: string
  requestBody?: Content | { $ref: string }
  responses: Record<string, Content | { $ref: string }>
}

/**
 * Replaces each body and each successful response that several operations have by a reference, and returns both by name. Its
 * schemas are references already.
 */
export function shareContents(operations: readonly Operation[]): {
  requestBodies: Record<string, object>
  responses: Record<string, object>
} {
  const bodies = nameShared(
    operations.flatMap(({ operationId, requestBody }) =>
      requestBody ? toUses(requestBody, operationId, '') : [],
    ),
  )
  const answers = nameShared(
    operations.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, answer]) =>
        isFailure(status) ? [] : toUses(answer, operationId, status === '200' ? '' : status),
      ),
    ),
  )
  for (const operation of operations) {
    const body = bodies.get(JSON.stringify(operation.requestBody))
    if (body !== undefined) operation.requestBody = { $ref: `#/components/requestBodies/${body}` }
    for (const [status, answer] of Object.entries(operation.responses)) {
      const name = isFailure(status) ? undefined : answers.get(JSON.stringify(answer))
      if (name !== undefined)
        operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return { requestBodies: toComponents(bodies), responses: toComponents(answers) }
}

/** Returns whether a status is that of a failure, whose descriptions are shared already. */
function isFailure(status: string): boolean {
  return status >= '400'
}

function toUses(part: Content | { $ref: string }, operationId: string, suffix: string): Use[] {
  if ('$ref' in part) return []
  return [{ part, name: `${toName(part, operationId)}${suffix}`, operationId }]
}

/** Returns the name of a body or response: that of its schema, or of the operation. */
function toName({ content }: Content, operationId: string): string {
  const [first] = Object.entries((content ?? {}) as Record<string, Media>)
  if (!first) return 'NoContent'
  const [type, { schema }] = first
  if (schema?.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (type === 'text/csv') return Object.keys(content ?? {}).length > 1 ? 'Table' : 'Csv'
  const isEmpty = Object.keys(schema?.properties ?? {}).length === 0
  if (isEmpty && schema?.additionalProperties === false) return 'Empty'
  return capitalize(operationId)
}
