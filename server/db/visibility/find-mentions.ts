import { readTokens } from './read-tokens.ts'
import type { Token } from './read-tokens.ts'

/**
 * A table that a statement reads (`source`), or that it changes or deletes rows of (`target`). `start` and `end` are the place of its
 * name, `name` the name of its rows, `hasAlias` whether the statement gives it. `where` is the place of the condition of a target.
 */
export type Mention =
  | { kind: 'source'; table: string; start: number; end: number; name: string; hasAlias: boolean }
  | { kind: 'target'; table: string; name: string; where: { start: number; end: number } }

/** The words that can follow a table without being its alias. */
const AFTER_TABLE = new Set(
  'where join left right inner cross full natural on using order group having limit offset for union except intersect window fetch set returning default values select overriding tablesample'.split(
    ' ',
  ),
)
/** The words that end the list of tables of a query. */
const AFTER_FROM = new Set(
  'where order group having limit offset for union except intersect window fetch returning select set'.split(
    ' ',
  ),
)
const NAME = /^[a-z_]/

/**
 * Returns where a statement reads or changes the tables in `isGuarded`. Columns, aliases and the tables of an insert are no mentions.
 *
 * @throws {Error} (the statement gives the name of such a table to something else, or changes all rows of one)
 */
export function findMentions(statement: string, isGuarded: (name: string) => boolean): Mention[] {
  const tokens = readTokens(statement)
  const mentions: Mention[] = []
  /** For each depth, whether its tokens are in a list of tables. */
  const lists: boolean[] = [false]
  for (const [index, token] of tokens.entries()) {
    const { text, depth } = token
    const before = tokens[index - 1]?.text ?? ''
    if (text === '(') lists[depth + 1] = lists[depth] === true && opensTables(before)
    else if (text === 'from' || text === 'join' || (text === 'using' && isOfDelete(tokens, index)))
      lists[depth] ||= before !== 'distinct'
    else if (AFTER_FROM.has(text)) lists[depth] = false
    if (!isGuarded(text)) continue
    const next = tokens[index + 1]?.text
    if (before === '.' || next === '.') continue
    if (next === 'as' && isQueryName(tokens, index))
      throw new Error(`A statement cannot name a query like the table ${text}.`)
    if (isTarget(tokens, index)) mentions.push(toTarget(statement, tokens, index))
    else if (lists[depth] && isSource(before)) mentions.push(toSource(tokens, index))
  }
  return mentions
}

/** Returns whether parentheses after `before` contain tables that are joined. */
function opensTables(before: string): boolean {
  return before === 'from' || before === 'join' || before === ',' || before === '('
}

function isSource(before: string): boolean {
  return ['from', 'join', 'using', ',', '(', 'lateral', 'only'].includes(before)
}

function isOfDelete(tokens: Token[], index: number): boolean {
  const { depth } = tokens[index]!
  for (let at = index - 1; at >= 0 && tokens[at]!.depth >= depth; at--)
    if (tokens[at]!.depth === depth && ['join', 'select', 'update'].includes(tokens[at]!.text))
      return false
    else if (tokens[at]!.depth === depth && tokens[at]!.text === 'delete') return true
  return false
}

/** Returns whether the name at `index` is that of a query of `with`. */
function isQueryName(tokens: Token[], index: number): boolean {
  const opening = tokens
    .slice(index + 2, index + 5)
    .find(({ text }) => !/^(?:not|materialized)$/.test(text))
  const before = tokens[index - 1]?.text
  return opening?.text === '(' && (before === 'with' || before === 'recursive' || before === ',')
}

function isTarget(tokens: Token[], index: number): boolean {
  const [third, second, first] = [3, 2, 1].map((by) => tokens[index - by]?.text)
  if (first === 'update') return second !== 'for' && second !== 'key' && second !== 'do'
  return (first === 'from' && second === 'delete') || (first === 'only' && third === 'delete')
}

function toSource(tokens: Token[], index: number): Mention {
  const { text: table, start, end } = tokens[index]!
  return { kind: 'source', table, start, end, ...nameAfter(tokens, index) }
}

function toTarget(statement: string, tokens: Token[], index: number): Mention {
  const { text: table, depth } = tokens[index]!
  const own = (at: number) => tokens[at]?.depth === depth
  let where = index
  while (
    where < tokens.length &&
    tokens[where]!.depth >= depth &&
    !(own(where) && tokens[where]!.text === 'where')
  )
    where++
  const found = tokens[where]
  if (found?.text !== 'where' || found.depth !== depth)
    throw new Error(`A statement cannot change all rows of ${table}.`)
  let last = where + 1
  while (
    last < tokens.length &&
    tokens[last]!.depth >= depth &&
    !(own(last) && tokens[last]!.text === 'returning')
  )
    last++
  const end = tokens[last]?.start ?? statement.length
  return {
    kind: 'target',
    table,
    name: nameAfter(tokens, index).name,
    where: { start: found.end, end },
  }
}

/** Returns the name of the rows of the table at `index`, and whether it is an alias. */
function nameAfter(tokens: Token[], index: number): { name: string; hasAlias: boolean } {
  const [next, second] = [tokens[index + 1]?.text, tokens[index + 2]?.text]
  if (next === 'as') return { name: second!, hasAlias: true }
  if (next !== undefined && NAME.test(next) && !AFTER_TABLE.has(next))
    return { name: next, hasAlias: true }
  return { name: tokens[index]!.text, hasAlias: false }
}
