/** A part of an OpenAPI description. */
type Node = Record<string, unknown>

/** A change that can break a client, and the place where it is. */
type BreakingChange = { at: string; change: string }

/** The place of a schema: one of requests may become more general, one of responses more special. */
type Direction = 'sent' | 'received'

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/**
 * Lists the changes between two OpenAPI descriptions that can break a client of the first one: removed operations, statuses,
 * parameters and fields, new required ones, other types, and values that are no longer accepted.
 *
 * New fields of responses, new optional fields of requests and new values in responses are allowed.
 */
export function findBreakingChanges(before: Node, after: Node): BreakingChange[] {
  const changes: BreakingChange[] = []
  const compared = new Set<string>()
  const report = (at: string, change: string) => void changes.push({ at, change })

  for (const [path, methods] of Object.entries(asNode(before['paths'])))
    for (const method of METHODS.filter((each) => each in asNode(methods))) {
      const at = `${method.toUpperCase()} ${path}`
      const next = asNode(asNode(after['paths'])[path])[method]
      if (next === undefined) report(at, 'the operation was removed')
      else compareOperation(at, asNode(asNode(methods)[method]), asNode(next))
    }
  return changes

  function compareOperation(at: string, old: Node, now: Node): void {
    if (old['operationId'] !== now['operationId'])
      report(at, `the operation id ${String(old['operationId'])} was changed`)
    compareParameters(at, old, now)
    const [oldBody, nowBody] = [
      bodyOf(before, old['requestBody']),
      bodyOf(after, now['requestBody']),
    ]
    if (nowBody.isRequired && !oldBody.isRequired) report(at, 'the body is now required')
    if (oldBody.schema && nowBody.schema)
      compareSchema(`${at} body`, oldBody.schema, nowBody.schema, 'sent')
    for (const [status, response] of Object.entries(asNode(old['responses']))) {
      const next = asNode(now['responses'])[status]
      if (next === undefined) {
        if (status.startsWith('2')) report(at, `the status ${status} was removed`)
        continue
      }
      const [oldSchema, nowSchema] = [schemaOf(before, response), schemaOf(after, next)]
      if (oldSchema && !nowSchema) report(`${at} ${status}`, 'the content was removed')
      if (oldSchema && nowSchema) compareSchema(`${at} ${status}`, oldSchema, nowSchema, 'received')
    }
  }

  function compareParameters(at: string, old: Node, now: Node): void {
    const [known, next] = [parametersOf(before, old), parametersOf(after, now)]
    for (const [key, parameter] of known) {
      const same = next.get(key)
      if (!same) report(at, `the parameter ${key} was removed`)
      else {
        if (same['required'] === true && parameter['required'] !== true)
          report(at, `the parameter ${key} is now required`)
        const [schema, next] = [asNode(parameter['schema']), asNode(same['schema'])]
        // A list with commas accepts a text with commas.
        const isList = typesOf(next).includes('array') && same['explode'] === false
        if (!(isList && typesOf(schema).includes('string')))
          compareSchema(`${at} ${key}`, schema, next, 'sent')
      }
    }
    for (const [key, parameter] of next)
      if (!known.has(key) && parameter['required'] === true)
        report(at, `the required parameter ${key} was added`)
  }

  function compareSchema(at: string, oldRef: Node, nowRef: Node, direction: Direction): void {
    const pair = `${direction} ${String(oldRef['$ref'])} ${String(nowRef['$ref'])}`
    if (oldRef['$ref'] !== undefined && nowRef['$ref'] !== undefined) {
      if (compared.has(pair)) return
      compared.add(pair)
    }
    const [old, now] = [flatten(before, oldRef), flatten(after, nowRef)]
    compareTypes(at, old, now, direction)
    compareValues(at, old, now, direction)
    compareFields(at, old, now, direction)
    if (old['items'] !== undefined && now['items'] !== undefined)
      compareSchema(`${at}[]`, asNode(old['items']), asNode(now['items']), direction)
    compareUnions(at, old, now, direction)
  }

  function compareTypes(at: string, old: Node, now: Node, direction: Direction): void {
    const [oldTypes, nowTypes] = [typesOf(old), typesOf(now)]
    if (oldTypes.length === 0 || nowTypes.length === 0) return
    const [kept, all] = direction === 'sent' ? [oldTypes, nowTypes] : [nowTypes, oldTypes]
    const other = kept.filter(
      (type) => !all.includes(type) && !(type === 'integer' && all.includes('number')),
    )
    if (other.length > 0)
      report(at, `the type was ${oldTypes.join(' or ')} and is now ${nowTypes.join(' or ')}`)
  }

  function compareValues(at: string, old: Node, now: Node, direction: Direction): void {
    if (direction === 'received') return
    const [oldValues, nowValues] = [old['enum'], now['enum']]
    if (!Array.isArray(nowValues)) return
    if (!Array.isArray(oldValues)) {
      report(at, 'only certain values are now accepted')
      return
    }
    const removed = oldValues.filter((value) => !nowValues.includes(value))
    if (removed.length > 0) report(at, `no longer accepts ${removed.join(', ')}`)
  }

  function compareFields(at: string, old: Node, now: Node, direction: Direction): void {
    const [oldFields, nowFields] = [asNode(old['properties']), asNode(now['properties'])]
    const [oldRequired, nowRequired] = [old, now].map(
      ({ required }) => listOf(required) as string[],
    ) as [string[], string[]]
    for (const [name, field] of Object.entries(oldFields)) {
      const next = nowFields[name]
      const place = `${at}.${name}`
      if (next === undefined) {
        if (Object.keys(nowFields).length > 0 || typesOf(now).includes('object'))
          report(place, 'the field was removed')
        continue
      }
      if (direction === 'received' && oldRequired.includes(name) && !nowRequired.includes(name))
        report(place, 'the field may now be absent')
      compareSchema(place, asNode(field), asNode(next), direction)
    }
    if (direction === 'sent')
      for (const name of nowRequired)
        if (!oldRequired.includes(name)) report(`${at}.${name}`, 'the field is now required')
  }

  function compareUnions(at: string, old: Node, now: Node, direction: Direction): void {
    for (const keyword of ['oneOf', 'anyOf']) {
      const [oldParts, nowParts] = [listOf(old[keyword]), listOf(now[keyword])] as [Node[], Node[]]
      if (oldParts.length === 0 || nowParts.length === 0) continue
      if (direction === 'sent' && nowParts.length < oldParts.length)
        report(at, 'fewer alternatives are accepted')
      for (const [index, part] of oldParts.entries()) {
        const name = part['$ref']
        const same = nowParts.find((each) => each['$ref'] === name && name !== undefined)
        // An alternative with a new name in the same place is the former one if its fields are.
        const isRenamed = !oldParts.some((each) => each['$ref'] === nowParts[index]?.['$ref'])
        const next = same ?? (name === undefined || isRenamed ? nowParts[index] : undefined)
        if (next) compareSchema(`${at} ${keyword}[${index}]`, part, next, direction)
        else if (direction === 'sent') report(at, `the alternative ${String(name)} was removed`)
      }
    }
  }
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function typesOf({ type }: Node): string[] {
  if (typeof type === 'string') return [type]
  return listOf(type) as string[]
}

/** Follows references of a description. */
function resolve(document: Node, node: unknown): Node {
  let found = asNode(node)
  while (typeof found['$ref'] === 'string') {
    const path = found['$ref'].split('/').slice(1)
    found = asNode(
      path.reduce<unknown>((part, key) => asNode(part)[key.replaceAll('~1', '/')], document),
    )
  }
  return found
}

/** Follows references, and returns a combination of objects (`allOf`) as one object with the fields of all. */
function flatten(document: Node, node: unknown): Node {
  const found = resolve(document, node)
  const parts = listOf(found['allOf']).map((part) => flatten(document, part))
  if (parts.length === 0) return found
  const { allOf: _, ...own } = found
  return {
    ...own,
    type: own['type'] ?? parts.find((part) => part['type'] !== undefined)?.['type'],
    properties: Object.assign({}, ...parts.map((part) => asNode(part['properties']))),
    required: parts.flatMap((part) => listOf(part['required'])),
  }
}

/** Returns the JSON schema of a response, if it has one. That of a stream may describe its text or one of its events. */
function schemaOf(document: Node, response: unknown): Node | undefined {
  const content = asNode(resolve(document, response)['content'])
  if ('text/event-stream' in content) return undefined
  const [media] = Object.values(content)
  const schema = asNode(media)['schema']
  return schema === undefined ? undefined : asNode(schema)
}

function bodyOf(document: Node, body: unknown): { isRequired: boolean; schema: Node | undefined } {
  return {
    isRequired: resolve(document, body)['required'] === true,
    schema: schemaOf(document, body),
  }
}

function parametersOf(document: Node, operation: Node): Map<string, Node> {
  return new Map(
    listOf(operation['parameters']).map((each) => {
      const parameter = resolve(document, each)
      return [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter]
    }),
  )
}
