import { TABLE_HOMES } from '#db/table-homes.ts'
import { compareWorkspaces, columnOf, isValue, list, returning } from './read-query.ts'
import type { Condition, Node } from './read-query.ts'

/**
 * A relation in a from clause. `isGiven`: its workspace_id is the one of a given row. `isSeveral`: its rows are of several
 * workspaces. `link`: a source of an outer query whose workspace_id its rows have.
 */
export type Source = {
  name: string
  table?: string | undefined
  isGiven: boolean
  isSeveral: boolean
  isLoose?: boolean
  link?: Source | undefined
}

/** What a query returns: its columns, and whether the one at each place is the workspace_id of a given row. */
export type Relation = {
  names: (string | undefined)[]
  given: boolean[]
  isSeveral: boolean
  link?: Source | undefined
}

/** The sources and the conditions of a query. */
export type Level = { own: Source[]; outer: Source[]; conditions: Condition[] }

/** Returns how the workspace_id of a source is bound: to one value, to the one of given rows, to several values, or not. */
export function boundBy(source: Source, level: Level): 'one' | 'given' | 'several' | 'nothing' {
  const compared = level.conditions
    .filter(({ of }) => !of || of.has(source.name))
    .flatMap(({ node }) => compareWorkspaces(node))
    .filter(({ column }) => {
      const name = columnOf(column)?.at(-2)
      return name === undefined ? onlyTenant(level.own) === source : name === source.name
    })
  if (compared.some(({ to, kind }) => kind === 'one' && isValue(to))) return 'one'
  if (compared.some(({ to, kind }) => kind === 'one' && findSource(to, level)?.isGiven))
    return 'given'
  return compared.some(({ kind }) => kind === 'several') ? 'several' : 'nothing'
}

/** Returns the source of which `node` is the column `workspace_id`. */
function findSource(node: unknown, { own, outer }: Level): Source | undefined {
  const column = columnOf(node)
  if (column?.at(-1) !== 'workspace_id') return undefined
  const name = column.at(-2)
  if (name !== undefined) return [...own, ...outer].find((each) => each.name === name)
  const candidates = own.filter((each) => each.isSeveral || isTenant(each.table))
  return candidates.length === 1 ? candidates[0] : undefined
}

/** Returns a number for each source of a query; those that are equal in their workspace_id have the same. */
export function groupEqual(level: Level): Map<Source, number> {
  const { own, outer, conditions } = level
  const groups = new Map([
    ...outer.map((each) => [each, 0] as const),
    ...own.map((each, at) => [each, at + 1] as const),
  ])
  const join = (a: Source | undefined, b: Source | undefined) => {
    if (!a || !b) return
    const [to = 0, from] = [a, b].map((each) => groups.get(each) ?? 0).toSorted((x, y) => x - y)
    for (const [each, group] of groups) if (group === from) groups.set(each, to)
  }
  // A column of this name that is computed from something else says nothing of its rows.
  const find = (node: unknown) => {
    const source = findSource(node, level)
    return source?.isGiven || isTenant(source?.table) ? source : undefined
  }
  for (const { node } of conditions)
    for (const { column, to, kind } of compareWorkspaces(node))
      if (kind === 'one') join(find(column), find(to))
  for (const source of own) join(source, source.link)
  return groups
}

/** Returns what a query without a union returns. */
export function outputOf(query: Node, level: Level): Pick<Relation, 'names' | 'given'> {
  const rows = list(query['valuesLists']).map(itemsOfRow)
  if (rows.length > 0)
    return { names: [], given: rows[0]!.map((_, at) => rows.every((row) => isValue(row[at]))) }
  const targets = [...(query['relation'] ? [] : list(query['targetList'])), ...returning(query)]
  const results = targets.map((each) => (each as { ResTarget: Node }).ResTarget)
  return {
    names: results.map(({ name, val }) => (name as string | undefined) ?? columnOf(val)?.at(-1)),
    given: results.map(({ val }) => {
      const source = findSource(val, level)
      return (
        source !== undefined && (source.isGiven || (source.isSeveral && isTenant(source.table)))
      )
    }),
  }
}

/** Returns a relation whose columns have other names, where there are some. */
export function rename(relation: Relation, names: (string | undefined)[]): Relation {
  return { ...relation, names: relation.given.map((_, at) => names[at] ?? relation.names[at]) }
}

/** Returns what a source has of the relation that it names. */
export function toSource({ names, given, isSeveral, link }: Relation): Omit<Source, 'name'> {
  const isGiven = given[names.indexOf('workspace_id')] === true
  return { isGiven, isSeveral: isSeveral || isGiven, link }
}

/** Returns what a union of relations returns; it has a link that all have. */
export function unite(sides: Relation[]): Relation {
  const [first] = sides as [Relation, ...Relation[]]
  const link = sides.every((each) => each.link === first.link) ? first.link : undefined
  return {
    names: first.names,
    given: first.given.map((_, at) => sides.every((each) => each.given[at])),
    isSeveral: sides.some((each) => each.isSeveral),
    link,
  }
}

/** Returns the only tenant table among `sources`, if there is one. */
function onlyTenant(sources: Source[]): Source | undefined {
  const tenant = sources.filter(({ table }) => isTenant(table))
  return tenant.length === 1 ? tenant[0] : undefined
}

/** Returns the values of a row of `values`. */
export function itemsOfRow(row: unknown): unknown[] {
  return list((row as { List: Node }).List['items'])
}

/** Returns whether a table belongs to tenants. */
export function isTenant(table: string | undefined): boolean {
  return table !== undefined && TABLE_HOMES[table as keyof typeof TABLE_HOMES] === 'tenant'
}
