import { parseSync } from 'libpg-query'
import { TABLE_HOMES } from '#db/table-homes.ts'
import { findMentions } from '#db/visibility/find-mentions.ts'
import { isGuarded } from '#db/visibility/visible-row.ts'
import {
  aliasedColumns,
  chosenBy,
  columnOf,
  columnsOf,
  conjuncts,
  equal,
  fieldsOf,
  isGiver,
  isValue,
  itemsOf,
  list,
  omit,
  qualify,
  readJoins,
  returning,
  selected,
  textsOf,
} from './read-query.ts'
import type { Node } from './read-query.ts'
import {
  boundBy,
  groupEqual,
  isTenant,
  itemsOfRow,
  outputOf,
  rename,
  toSource,
  unite,
} from './source.ts'
import type { Level, Relation, Source } from './source.ts'

/** A rule of statements, in the words of a report. */
export const RULES = {
  workspace:
    'each tenant table is read or written with `workspace_id = $n` in the same query, or with `workspace_id = given.workspace_id` of the given rows',
  several: 'only a statement marked `across workspaces` covers several workspaces',
  joined:
    'in a statement about given rows of several workspaces, all sources are joined by `workspace_id`',
  given:
    'in a statement about given rows of several workspaces, ids come from these rows, not from other parameters',
  homes: 'a statement uses tables of one home: tenant, directory or server',
  ctid: 'no statement uses ctid',
  absent:
    'a statement that changes rows of several workspaces leaves out, by `is_here`, those that lie elsewhere',
  columns:
    'a prepared statement names its columns: with `*` or a whole row it fails once a migration adds one',
  lock: 'rows are locked only where their workspace is bound in the same query',
  guarded: 'the guard of viewers finds the same tables in a statement as PostgreSQL',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES

/** The findings about one statement. `tables`: those that it uses, of any home. */
export type Findings = { tables: string[]; broken: { rule: Rule; what: string }[] }

/** The relations that a query can name, and the sources of the queries around it. */
type Around = { named: ReadonlyMap<string, Relation>; outer: Source[] }

/** A place of a query. Rows of one in an expression belong to a row of the outer query. */
type Place = 'own' | 'from' | 'expression'

/** The start of every statement of `prepared`, which PostgreSQL keeps for a connection. */
const PREPARED = '/* prepared'
const MARK = /\/\* across workspaces: \S/
const ASKS = /\bis_here\(/
const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']
const NOTHING: Relation = { names: [], given: [], isSeveral: false }

/** Returns the tables of a statement and the rules that it breaks. Call `loadModule` of libpg-query before. */
export function checkStatement(text: string): Findings {
  const tables = new Set<string>()
  const broken = new Map<string, { rule: Rule; what: string }>()
  const isMarked = MARK.test(text)
  const isPrepared = text.startsWith(PREPARED)
  // The guard of viewers adds one workspace to each table, whatever rows are given.
  const isOfOne = / as seen where seen\.workspace_id = \$/.test(text)
  const report = (rule: Rule, what: string) => {
    if (!isOfOne || (rule !== 'given' && rule !== 'joined'))
      broken.set(`${rule} ${what}`, { rule, what })
  }

  function visit(node: unknown, around: Around): void {
    if (Array.isArray(node)) for (const each of node) visit(each, around)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    for (const [kind, value] of Object.entries(node as Node)) {
      if (QUERIES.includes(kind)) visitQuery(kind, value as Node, around, 'own')
      else if (kind === 'SubLink') visitSubLink(value as Node, around)
      else {
        if (kind === 'ColumnRef' && fieldsOf(value as Node).at(-1) === 'ctid')
          report('ctid', 'ctid')
        // The guard of viewers selects all columns of a table for the query around it, which names its own.
        if (kind === 'ColumnRef' && fieldsOf(value as Node)[0] === 'seen') continue
        if (kind === 'A_Star' && isPrepared) report('columns', '*')
        visit(value, around)
      }
    }
  }

  /** Visits a query in an expression. `(workspace_id, …) in (select workspace_id, …)` compares the first with the second. */
  function visitSubLink(link: Node, around: Around): void {
    visit(link['testexpr'], around)
    const outer = around.outer.find((each) => each.isSeveral || isTenant(each.table))
    const columns = columnsOf(link['testexpr']).map((node) => qualify(node, outer?.name))
    for (const [kind, query] of Object.entries(link['subselect'] as Node)) {
      const select = query as Node
      const isIn = link['subLinkType'] === 'ANY_SUBLINK' && !link['operName'] && !select['larg']
      const where = (isIn ? columns : []).map((node, at) => equal(node, selected(select, at)[0]))
      visitQuery(kind, select, around, isCount(select) ? 'own' : 'expression', where)
    }
  }

  function visitQuery(
    kind: string,
    query: Node,
    around: Around,
    place: Place,
    tested: unknown[] = [],
  ): Relation {
    const named = visitWith(query, around)
    const inner = { named, outer: around.outer }
    if (query['larg']) {
      // The two sides of a union are queries without a name of their kind.
      const sides = ['larg', 'rarg'].map((side) =>
        visitQuery('SelectStmt', query[side] as Node, inner, place),
      )
      visit(omit(query, 'larg', 'rarg', 'withClause'), inner)
      return unite(sides)
    }
    const target = kind === 'SelectStmt' ? [] : [{ RangeVar: query['relation'] }]
    const from = [...target, ...list(query['fromClause']), ...list(query['usingClause'])] as Node[]
    const own = from.flatMap(itemsOf).reduce<Source[]>((before, item) => {
      const source = visitItem(item, { named, outer: [...before, ...around.outer] })
      return source ? [...before, source] : before
    }, [])
    for (const { table } of own) if (table) tables.add(table)
    if (isPrepared) for (const row of wholeRows(query, own)) report('columns', row)
    const level: Level = {
      own,
      outer: around.outer,
      conditions: [
        ...[...conjuncts(query['whereClause']), ...tested].map((node) => ({ node, of: undefined })),
        ...from.flatMap((item) => readJoins(item).conditions),
      ],
    }
    if (kind === 'InsertStmt') checkInsert(query, level, inner)
    else for (const source of own) if (isTenant(source.table)) checkSource(source, level)
    if (query['lockingClause'] && !isMarked) checkLocks(query, level)
    const changes = kind === 'UpdateStmt' || kind === 'DeleteStmt' || query['lockingClause']
    if (changes && isMarked && !ASKS.test(text))
      for (const { table } of own) if (isTenant(table)) report('absent', table!)
    const link = isMarked ? undefined : checkJoins(level, place)
    const expressions = omit(query, 'withClause', 'fromClause', 'usingClause', 'selectStmt')
    const within = { named, outer: [...own, ...around.outer] }
    visit(expressions, within)
    visit(
      from.flatMap((item) => readJoins(item).conditions.map(({ node }) => node)),
      within,
    )
    return { ...outputOf(query, level), isSeveral: own.some((each) => each.isSeveral), link }
  }

  function visitWith(query: Node, around: Around): Map<string, Relation> {
    const named = new Map(around.named)
    for (const each of list((query['withClause'] as Node | undefined)?.['ctes'])) {
      const cte = (each as { CommonTableExpr: Node }).CommonTableExpr
      const name = cte['ctename'] as string
      // A recursive query may name itself.
      named.set(name, NOTHING)
      for (const [kind, body] of Object.entries(cte['ctequery'] as Node)) {
        const relation = visitQuery(kind, body as Node, { ...around, named }, 'own')
        named.set(name, rename(relation, textsOf(cte['aliascolnames'])))
      }
    }
    return named
  }

  function visitItem(item: Node, around: Around): Source | undefined {
    const { RangeVar, RangeSubselect, RangeFunction } = item as Record<string, Node | undefined>
    const range = RangeVar ?? RangeSubselect ?? RangeFunction
    if (!range) {
      visit(item, around)
      return undefined
    }
    const name = ((range['alias'] as Node | undefined)?.['aliasname'] ??
      range['relname'] ??
      '') as string
    if (RangeVar) {
      const relname = RangeVar['relname'] as string
      const relation = around.named.get(relname)
      const table = !relation && relname in TABLE_HOMES ? relname : undefined
      return { name, table, ...toSource(relation ?? NOTHING) }
    }
    const names = aliasedColumns(range)
    if (RangeFunction) {
      visit(RangeFunction['functions'], around)
      const isGiven = isGiver(RangeFunction) && names.includes('workspace_id')
      return { name, isGiven, isSeveral: isGiven, isLoose: isGiver(RangeFunction) && !isGiven }
    }
    const [kind, query] = Object.entries(range['subquery'] as Node)[0] as [string, Node]
    return { name, ...toSource(rename(visitQuery(kind, query, around, 'from'), names)) }
  }

  function checkSource(source: Source, level: Level): void {
    const bound = boundBy(source, level)
    source.isSeveral = bound === 'given'
    if (bound === 'one' || bound === 'given' || isMarked) return
    report(bound === 'several' ? 'several' : 'workspace', source.table!)
  }

  function checkInsert(query: Node, level: Level, around: Around): void {
    const [target] = level.own
    const columns = list(query['cols']).map((col) => (col as { ResTarget: Node }).ResTarget['name'])
    const at = columns.indexOf('workspace_id')
    const select = (query['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined
    const relation = select && visitQuery('SelectStmt', select, around, 'own')
    if (!isTenant(target?.table)) return
    if (at < 0 || !select || !relation) {
      report('workspace', target!.table!)
      return
    }
    target!.isSeveral = relation.given[at] === true
    if (target!.isSeveral) return
    const rows = list(select['valuesLists']).map(itemsOfRow)
    const values = rows.length > 0 ? rows.map((row) => row[at]) : selected(select, at)
    if (values.every(isValue) || isMarked) return
    report('workspace', target!.table!)
  }

  function checkLocks(query: Node, level: Level): void {
    const locked = list(query['lockingClause']).flatMap((clause) =>
      list((clause as { LockingClause: Node }).LockingClause['lockedRels']).map(
        (rel) => (rel as { RangeVar: Node }).RangeVar['relname'] as string,
      ),
    )
    for (const source of level.own) {
      if (!isTenant(source.table)) continue
      if (locked.length > 0 && !locked.includes(source.name)) continue
      if (!['one', 'given'].includes(boundBy(source, level))) report('lock', source.table!)
    }
  }

  /**
   * Checks that no row of a workspace meets one of another: where the rows are of several workspaces, all sources are equal in
   * their workspace_id, and no id comes from elsewhere. Returns the source of the outer query to which they are equal.
   */
  function checkJoins(level: Level, place: Place): Source | undefined {
    const { own, outer, conditions } = level
    const mine = own.filter((each) => each.isSeveral || isTenant(each.table))
    const theirs = outer.filter((each) => each.isSeveral || isTenant(each.table))
    if (![...mine, ...theirs].some(({ isSeveral }) => isSeveral)) return undefined
    if (mine.length === 0 && place === 'own') return undefined
    const [first] = mine
    const groups = groupEqual(level)
    const isJoined = (source: Source) => first && groups.get(source) === groups.get(first)
    for (const source of mine) if (!isJoined(source)) report('joined', source.table ?? source.name)
    const link = theirs.find(isJoined)
    if (first && place === 'expression' && theirs.length > 0 && !link)
      report('joined', first.table ?? first.name)
    if (mine.length === 0 || mine.some(({ table }) => table)) {
      for (const { isLoose, name } of own) if (isLoose) report('given', name)
      for (const { node } of conditions)
        for (const column of chosenBy(node)) report('given', column)
    }
    return link
  }

  const parsed: unknown = parseSync(text)
  visit(parsed, { named: new Map(), outer: [] })
  for (const what of findUnguarded(text, parsed)) report('guarded', what)
  const homes = new Set([...tables].map((table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES]))
  if (homes.size > 1) report('homes', [...tables].toSorted().join(', '))
  return { tables: [...tables], broken: [...broken.values()] }
}

/** Returns the guarded tables of which the guard does not find the same mentions as the parser of PostgreSQL. */
function findUnguarded(text: string, parsed: unknown): string[] {
  const expected: string[] = []
  const named = new Set<unknown>()
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const {
      CommonTableExpr,
      LockingClause,
      LockStmt,
      InsertStmt,
      UpdateStmt,
      DeleteStmt,
      RangeVar,
    } = node as Record<string, Node | undefined>
    // A locking clause names aliases, and to lock a table shows no row of it.
    if (LockingClause ?? LockStmt) return
    if (CommonTableExpr) named.add(CommonTableExpr['ctename'])
    const target = (UpdateStmt ?? DeleteStmt)?.['relation'] as Node | undefined
    if (target) expected.push(`target ${target['relname'] as string}`)
    if (RangeVar) expected.push(`source ${RangeVar['relname'] as string}`)
    if (InsertStmt) collect(omit(InsertStmt, 'relation'))
    else if (UpdateStmt ?? DeleteStmt) collect(omit((UpdateStmt ?? DeleteStmt)!, 'relation'))
    else for (const each of Object.values(node)) collect(each)
  }
  collect(parsed)
  const tables = expected.filter((each) => isGuarded(each.split(' ')[1]!))
  let found: string[]
  try {
    found = findMentions(text, isGuarded).map(({ kind, table }) => `${kind} ${table}`)
  } catch {
    // A statement that is refused hides nothing.
    return []
  }
  const count = (list: string[], each: string) => list.filter((one) => one === each).length
  return [...new Set([...tables, ...found])].filter(
    (each) => !named.has(each.split(' ')[1]) && count(tables, each) !== count(found, each),
  )
}

/** Returns whether a query counts all rows of its source, and returns nothing else of them. */
function isCount(select: Node): boolean {
  const targets = list(select['targetList'])
  const call = (targets[0] as { ResTarget: Node } | undefined)?.ResTarget['val'] as
    | { FuncCall?: Node }
    | undefined
  const isWhole = !select['whereClause'] && list(select['fromClause']).length === 1
  return isWhole && targets.length === 1 && call?.FuncCall?.['agg_star'] === true
}

/** Returns the names of the tables of which a query returns a row as one value. */
function wholeRows(query: Node, sources: Source[]): string[] {
  const returned = [...list(query['targetList']), ...returning(query)]
  const names = returned.map((each) => {
    const fields = columnOf((each as { ResTarget: Node }).ResTarget['val'])
    return fields?.length === 1 ? fields[0] : undefined
  })
  return sources.flatMap(({ name, table }) => (table && names.includes(name) ? [table] : []))
}
