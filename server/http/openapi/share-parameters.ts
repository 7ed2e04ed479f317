import { capitalize } from '#lib/capitalize.ts'
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

/**
 * Returns the name of a shared parameter: `channel_id` of a query is `ChannelIdQuery`. Generators that name a type after each
 * part would otherwise get the same name for a parameter and a schema, such as `EventType`.
 */
function toName({ name, in: place }: { name: string; in: string }): string {
  return [...name.split(/[_-]/), place].map(capitalize).join('')
}
