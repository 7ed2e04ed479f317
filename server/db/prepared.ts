import {
  ColumnNode,
  CompiledQuery,
  IdentifierNode,
  RawNode,
  ReferenceNode,
  sql,
  TableNode,
  ValueNode,
} from 'kysely'
import type { Kysely, OperationNode, QueryResult, RawBuilder } from 'kysely'
import type { Database } from './database.ts'

const MARKER = '/* prepared */'
const LATER = '/* prepared, sent later */'

/**
 * Marks a query of the builder (`query.modifyFront(PREPARED)`) as one that PostgreSQL plans once per connection. Its text must
 * be one of few, because a connection keeps the plan of each.
 */
export const PREPARED = sql`${sql.raw(MARKER)}`

/** A statement that `prepared` built. */
type Prepared<T> = {
  execute: (db: Kysely<Database>) => Promise<QueryResult<T>>
  /**
   * Sends the statement of a transaction together with its next one, at the latest with its commit, which saves a round
   * trip. The result has its `rows` after the commit, and nothing else. Its error is that of the next statement, or of the
   * commit. Outside of a transaction, executes it at once.
   */
  later: (db: Kysely<Database>) => Promise<QueryResult<T>>
}

/** The texts of a statement, and the parts of its template, which say whether another call has the same text. */
type KnownText = { parts: string[]; text: string; later: string }

/** The texts of each template; a template that contains other fragments may have several. */
const known = new WeakMap<TemplateStringsArray, KnownText[]>()

/** Most texts of a template that are kept, the newest ones: some contain a date. */
const TEXTS_MAX = 50

/**
 * Builds a statement like `sql`, which PostgreSQL parses and plans once per connection instead of at each call. Its
 * text is built once per process.
 *
 * The text must be the same at each call: pass lists as arrays (`= any (…)`, `bulkRows`), and build no part of it
 * from values.
 */
export function prepared<T = unknown>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): Prepared<T> {
  const statement = sql<T>(strings, ...values)
  const send = (db: Kysely<Database>, how: 'text' | 'later') => {
    const parts: string[] = []
    const parameters: unknown[] = []
    collect(statement.toOperationNode(), parts, parameters)
    const text = (findText(strings, parts) ?? addText(db, strings, parts, statement))[how]
    return db.executeQuery(CompiledQuery.raw(text, parameters) as CompiledQuery<T>)
  }
  return {
    execute: (db) => send(db, 'text'),
    later: (db) => send(db, db.isTransaction ? 'later' : 'text'),
  }
}

/** Returns whether the text of a statement was built by `prepared`, or is a query marked by `PREPARED`. */
export function isPrepared(text: string): boolean {
  return text.startsWith(MARKER) || text.startsWith(`select ${MARKER}`) || isSentLater(text)
}

/** Returns the text of a prepared statement with which it is sent together with the next one of its connection. */
export function sentLater(text: string): string {
  return LATER + text
}

/** Returns whether a statement is to be sent together with the next one. */
export function isSentLater(text: string): boolean {
  return text.startsWith(LATER)
}

function findText(strings: TemplateStringsArray, parts: string[]): KnownText | undefined {
  return known
    .get(strings)
    ?.find(
      (each) =>
        each.parts.length === parts.length && each.parts.every((part, at) => part === parts[at]),
    )
}

function addText<T>(
  db: Kysely<Database>,
  strings: TemplateStringsArray,
  parts: string[],
  statement: RawBuilder<T>,
): KnownText {
  const text = hideLengths(statement.compile(db).sql)
  const added = { parts, text: MARKER + text, later: LATER + text }
  known.set(strings, [added, ...(known.get(strings) ?? [])].slice(0, TEXTS_MAX))
  return added
}

/**
 * Hides the lengths of arrays from PostgreSQL, which estimates ten elements of an array that it does not know yet. Otherwise a plan for a
 * single element looks cheaper than the plan for all calls, and a statement that is mostly called with one would be planned
 * at each call for ever.
 */
function hideLengths(text: string): string {
  return text.replaceAll(
    /\b(any \(|all \(|unnest\()(\$\d+::(\w+\[\]))/g,
    (_, before: string, array: string, type: string) => `${before}(select ${array})::${type}`,
  )
}

/** Adds the parts of a statement's text and its parameters, in their order. */
function collect(node: OperationNode, parts: string[], parameters: unknown[]): void {
  if (RawNode.is(node)) {
    for (let index = 0; index < node.sqlFragments.length; index++) {
      parts.push(node.sqlFragments[index]!)
      const child = node.parameters[index]
      if (child) collect(child, parts, parameters)
    }
  } else if (ValueNode.is(node)) {
    if (node.immediate) parts.push(String(node.value))
    else parameters.push(node.value)
  } else if (TableNode.is(node)) parts.push(node.table.identifier.name)
  else if (IdentifierNode.is(node)) parts.push(node.name)
  else if (ColumnNode.is(node)) parts.push(node.column.name)
  else if (ReferenceNode.is(node)) {
    if (node.table) collect(node.table, parts, parameters)
    collect(node.column, parts, parameters)
  } else throw new Error(`A prepared statement cannot contain a ${node.kind}.`)
}
