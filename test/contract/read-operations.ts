const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKeyHeader'

type Parameter = {
  name: string
  in: string
  required?: boolean
  example?: string | string[]
  $ref?: string
}

/** An operation of the description with its method and path. */
export type Operation = {
  method: string
  path: string
  isIdempotent: boolean
  operationId: string
  parameters?: Parameter[]
  requestBody?: { $ref?: string; content: Record<string, { example?: object }> }
  responses: Record<string, unknown>
}

/** Returns the operations of a description by their ids; parts that are shared are in each. */
export function readOperations(description: any): Map<string, Operation> {
  const resolve = <T extends { $ref?: string }>(part: T): T => {
    const path = part.$ref?.split('/').slice(1)
    return path ? path.reduce((found, name) => found[name], description) : part
  }
  const { paths } = description as { paths: Record<string, Record<string, Operation>> }
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        operation.operationId,
        {
          ...operation,
          method: method.toUpperCase(),
          path,
          isIdempotent: operation.parameters?.some(({ $ref }) => $ref === IDEMPOTENCY_KEY) ?? false,
          parameters: (operation.parameters ?? []).map(resolve),
          ...(operation.requestBody && { requestBody: resolve(operation.requestBody) }),
        },
      ]),
    ),
  )
}
