import type { App } from '#http/app.ts'
import type { OperationCode } from './create-code-recorder.ts'

/** An operation as the routes describe it, before the published description is made of it. */
type DescribedOperation = {
  operationId: string
  responses: Record<string, Record<string, unknown>>
  /** All codes with which it can answer. */
  'x-problem-codes': readonly string[]
  /** The codes that only its list of errors adds. The other ones follow from the kind of the route. */
  'x-route-codes': readonly string[]
}

/** The operations of an API by their paths and methods. */
export function readPaths(app: App): Record<string, Record<string, DescribedOperation>> {
  const { paths = {} } = app.swagger()
  return paths as unknown as Record<string, Record<string, DescribedOperation>>
}

/** Lists the errors that each route of an API lists. */
export function listDeclaredCodes(app: App): OperationCode[] {
  return Object.values(readPaths(app))
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, 'x-route-codes': codes }) =>
      codes.map((code): OperationCode => `${operationId} ${code}`),
    )
}
