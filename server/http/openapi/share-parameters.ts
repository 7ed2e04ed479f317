import { nameShared, toComponents } from './name-shared.ts'

type Parameter = { name: string; in: string } | { $ref: string }
type Operation = { operationId?: string; parameters?: Parameter[] }

/** Replaces each parameter that several operations have by a reference, and returns those parameters by name. */
export function shareParameters(operations: readonly Operation[]): Record<string, object> {
  const names = nameShared(
    operations.flatMap(({ operationId = '', parameters = [] }) =>
      parameters.flatMap((part) =>
        '$ref' in part ? [] : [{ part, name: toName(part), operationId }],
      ),
    ),
  )
  for (const operation of operations)
    if (operation.parameters)
      operation.parameters = operation.parameters.map((parameter) => {
        const name = names.get(JSON.stringify(parameter))
        return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
      })
  return toComponents(names)
}

function toName({ name, in: place }: { name: string; in: string }): string {
  return place === 'path' && name !== 'id' ? `path_${name}` : name
}
