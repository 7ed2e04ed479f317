import type { Description, Parameter, ReferenceOperation, Schema } from './reference-operation.ts'
import { createSchemaWriter } from './create-schema-writer.ts'
import { writeSamples } from './write-samples.ts'
import type { Page } from './read-page.ts'

type Listed = { method: string; path: string; operation: ReferenceOperation }

/** Writes one page of the API reference for each group of operations of the description. Sending a message is the first. */
export function writeReference(description: Description): Page[] {
  const { schemas } = description.components
  /** The pages of the objects. Each object is on the first page whose operations return it. */
  const homes = new Map<string, string>()
  const { listFields, resolve, toRow, toType } = createSchemaWriter(description, homes)
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({ method, path, operation })),
  )
  const tags = description.tags
    .filter(({ name }) => operations.some((each) => each.operation.tags[0] === name))
    .toSorted((a, b) => Number(b.name === 'Messages') - Number(a.name === 'Messages'))
  const pages = tags.map((tag) => {
    const own = operations
      .filter(({ operation }) => operation.tags[0] === tag.name)
      .toSorted((a, b) => Number(isSend(b)) - Number(isSend(a)))
    return { ...tag, path: toPath(tag.name), own, objects: listObjects(own) }
  })
  for (const { path, objects } of pages)
    for (const name of objects) if (!homes.has(name)) homes.set(name, path)
  return pages.map(({ name, description: text, path, own, objects }) => {
    const shown = objects.filter((each) => homes.get(each) === path)
    const markdown = [
      `# API: ${name}`,
      text,
      ...own.flatMap((each) => writeOperation(each)),
      ...shown.flatMap((each) => [`## ${each} object`, ...writeObject(schemas[each])]),
      '',
    ].join('\n\n')
    return { path, file: 'docs/api.md', markdown }
  })

  function writeOperation({ method, path, operation }: Listed): string[] {
    const { summary, operationId, description: text = '', parameters = [], requestBody } = operation
    const body = requestBody && resolve(requestBody).content
    const [media] = Object.values(body ?? {})
    const fields = parameters.map((each) => resolve<Parameter>(each as Parameter))
    return [
      `## ${summary}`,
      `\`${method.toUpperCase()} ${path}\` · \`${operationId}\``,
      text,
      ...writeTable('Parameter', fields.map(toRow)),
      ...writeTable('Field', listFields(media?.schema).map(toRow)),
      ...writeSamples(method, path, operation, media?.example),
      ...writeAnswers(operation),
      writeErrors(operation),
    ].filter(Boolean)
  }

  function writeAnswers({ responses }: ReferenceOperation): string[] {
    return Object.entries(responses)
      .filter(([status]) => status < '400')
      .map(([status, answer]) => {
        const [content] = Object.entries(resolve(answer).content ?? {})
        if (!content) return `Answers ${status} without content.`
        const [type, { schema }] = content
        return `Answers ${status} with ${schema ? toType(schema) : `\`${type}\``}.`
      })
  }

  function writeObject(schema: Schema | undefined): string[] {
    const rows = listFields(schema).map(toRow)
    return [schema?.description ?? '', ...writeTable('Field', rows)].filter(Boolean)
  }

  /** Lists the objects that operations take or return, also inside other ones. */
  function listObjects(own: readonly Listed[]): string[] {
    const names = new Set<string>()
    const visit = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      const { $ref } = part as { $ref?: string }
      const [, , kind, name] = $ref?.split('/') ?? []
      if (name !== undefined && !names.has(`${kind} ${name}`)) {
        names.add(`${kind} ${name}`)
        visit(resolve(part as { $ref: string }))
      }
      for (const each of Object.values(part)) visit(each)
    }
    for (const { operation } of own) visit(operation.responses)
    return [...names]
      .filter((each) => each.startsWith('schemas '))
      .map((each) => each.slice('schemas '.length))
      .filter((name) => listFields(schemas[name]).length > 0)
      .toSorted()
  }
}

/** Writes the errors of an operation beside those of its kind of route, which every page would repeat many times. */
function writeErrors({ 'x-problem-codes': { also = {} } }: ReferenceOperation): string {
  const own = Object.entries(also).flatMap(([status, codes]) =>
    codes.map((code) => `[${code}](/docs/errors#${code}) (${status})`),
  )
  const usual = 'the [usual ones](/docs/errors)'
  return `Errors: ${own.length === 0 ? usual : `${own.join(', ')}, and ${usual}`}.`
}

function isSend({ operation }: Listed): boolean {
  return operation.operationId === 'sendMessage'
}

function toPath(tag: string): string {
  return `/docs/api/${tag.toLowerCase().replaceAll(' ', '-')}`
}

function writeTable(first: string, rows: readonly string[][]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`)
  return [[`| ${first} | Type | Description |`, '| --- | --- | --- |', ...lines].join('\n')]
}

function escapeCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
}
