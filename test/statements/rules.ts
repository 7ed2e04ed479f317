import { parseSync } from 'libpg-query'
import { TABLE_HOMES } from '#db/table-homes.ts'

/** A rule of statements, in the words of a report. */
export const RULES = {
  workspace: 'each tenant table is read or written with `workspace_id = $n` in the same query',
  several: 'only a statement marked `across workspaces` covers several workspaces',
  homes: 'a statement uses tables of one home: tenant, directory or server',
  ctid: 'no statement uses ctid',
  absent:
    'a statement that changes rows of several workspaces leaves out, by `is_here`, those that lie elsewhere',
  columns:
    'a prepared statement names its columns: with `*` or a whole row it fails once a migration adds one',
  lock: 'rows are locked only where `workspace_id = $n` is in the same query',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES

/** The findings about one statement. `tables`: those that it uses, of any home. */
export type Findings = { tables: string[]; broken: { rule: Rule; what: string }[] }

type Node = Record<string, unknown>
type Source = { name: string; table: string | undefined }
type Comparison = { source: string | undefined; kind: 'one' | 'several' }

/** The start of every statement of `prepared`, which PostgreSQL keeps for a connection. */
const PREPARED = '/* prepared'
const MARK = /\/\* across workspaces: \S/
const ASKS = /\bis_here\(/
const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']

/** Returns the tables of a statement and the rules that it breaks. Call `loadModule` of libpg-query before. */
export function checkStatement(text: string): Findings {
  const tables = new Set<string>()
  const broken = new Map<string, { rule: Rule; what: string }>()
  const isMarked = MARK.test(text)
  const isPrepared = text.startsWith(PREPARED)
  const report = (rule: Rule, what: string) => broken.set(`${rule} ${what}`, { rule, what })

  function visit(node: unknown, named: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const each of node) visit(each, named)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    for (const [kind, value] of Object.entries(node as Node)) {
      if (QUERIES.includes(kind)) visitQuery(kind, value as Node, named)
      else {
        if (kind === 'ColumnRef' && fieldsOf(value as Node).at(-1) === 'ctid')
          report('ctid', 'ctid')
        if (kind === 'A_Star' && isPrepared) report('columns', '*')
        visit(value, named)
      }
    }
  }

  function visitQuery(kind: string, query: Node, outer: ReadonlySet<string>): void {
    const named = new Set([...outer, ...namesOfWith(query)])
    const ownTarget = kind === 'SelectStmt' ? [] : [{ RangeVar: query['relation'] }]
    const from = [...ownTarget, ...list(query['fromClause']), ...list(query['usingClause'])]
    const sources = from.flatMap((item) => sourcesOf(item as Node, named))
    for (const { table } of sources) if (table) tables.add(table)
    if (isPrepared) for (const row of wholeRows(query, sources)) report('columns', row)
    const conditions = [
      query['whereClause'],
      ...from.flatMap((item) => joinConditions(item as Node)),
    ]
    const comparisons = conditions.flatMap(conjuncts).flatMap(compareWorkspace)
    if (kind === 'InsertStmt') checkInsert(query)
    else
      for (const source of sources)
        if (source.table && isTenant(source.table)) checkSource(source, sources, comparisons)
    if (query['lockingClause'] && !isMarked) checkLocks(query, sources, comparisons)
    const changes = kind === 'UpdateStmt' || kind === 'DeleteStmt' || query['lockingClause']
    if (changes && isMarked && !ASKS.test(text))
      for (const { table } of sources) if (table && isTenant(table)) report('absent', table)
    visit(omit(query, 'larg', 'rarg'), named)
    // The two sides of a union are queries without a name of their kind.
    for (const side of ['larg', 'rarg'])
      if (query[side]) visitQuery('SelectStmt', query[side] as Node, named)
  }

  function checkSource(source: Source, sources: Source[], comparisons: Comparison[]): void {
    const own = comparisons.filter(
      ({ source: named }) =>
        named === source.name || (named === undefined && onlyTenant(sources) === source.name),
    )
    if (own.some(({ kind }) => kind === 'one')) return
    const isSeveral = own.some(({ kind }) => kind === 'several')
    if (isMarked) return
    report(isSeveral ? 'several' : 'workspace', source.table!)
  }

  function checkInsert(query: Node): void {
    const table = (query['relation'] as Node)['relname'] as string
    if (!isTenant(table)) return
    const columns = list(query['cols']).map((col) => (col as { ResTarget: Node }).ResTarget['name'])
    const at = columns.indexOf('workspace_id')
    const select = (query['selectStmt'] as Node | undefined)?.['SelectStmt'] as Node | undefined
    if (at < 0 || !select) return void report('workspace', table)
    const rows = list(select['valuesLists']).map((row) =>
      list((row as { List: Node }).List['items']),
    )
    const given = rows.length > 0 ? rows.map((row) => row[at]) : selected(select, at)
    if (given.every(isValue) || isMarked) return
    report('workspace', table)
  }

  function checkLocks(query: Node, sources: Source[], comparisons: Comparison[]): void {
    const locked = list(query['lockingClause']).flatMap((clause) =>
      list((clause as { LockingClause: Node }).LockingClause['lockedRels']).map(
        (rel) => (rel as { RangeVar: Node }).RangeVar['relname'] as string,
      ),
    )
    for (const source of sources) {
      if (!source.table || !isTenant(source.table)) continue
      if (locked.length > 0 && !locked.includes(source.name)) continue
      const isScoped = comparisons.some(
        ({ source: named, kind }) =>
          kind === 'one' &&
          (named === source.name || (named === undefined && onlyTenant(sources) === source.name)),
      )
      if (!isScoped) report('lock', source.table)
    }
  }

  visit(parseSync(text), new Set())
  const homes = new Set([...tables].map((table) => TABLE_HOMES[table as keyof typeof TABLE_HOMES]))
  if (homes.size > 1) report('homes', [...tables].toSorted().join(', '))
  return { tables: [...tables], broken: [...broken.values()] }
}

/** Returns the names of the tables of which a query returns a row as one value. */
function wholeRows(query: Node, sources: Source[]): string[] {
  const returned = [...list(query['targetList']), ...returning(query)]
  const names = returned.map((each) => {
    const column = ((each as { ResTarget: Node }).ResTarget['val'] as Node | undefined)?.[
      'ColumnRef'
    ]
    const fields = column ? fieldsOf(column as Node) : []
    return fields.length === 1 ? fields[0] : undefined
  })
  return sources.flatMap(({ name, table }) => (table && names.includes(name) ? [table] : []))
}

/** Returns what a query returns after `returning`; older versions of the parser name it otherwise. */
function returning(query: Node): unknown[] {
  const clause = query['returningClause'] as Node | undefined
  return list(query['returningList'] ?? clause?.['exprs'])
}

/** Returns the expressions at a place of each side of a select, with its unions. */
function selected(select: Node, at: number): unknown[] {
  if (select['larg'])
    return [...selected(select['larg'] as Node, at), ...selected(select['rarg'] as Node, at)]
  const target = list(select['targetList'])[at] as { ResTarget: Node } | undefined
  return [target?.ResTarget['val']]
}

/** Returns the name of the only tenant table among `sources`, if there is one. */
function onlyTenant(sources: Source[]): string | undefined {
  const tenant = sources.filter(({ table }) => table && isTenant(table))
  return tenant.length === 1 ? tenant[0]!.name : undefined
}

function isTenant(table: string): boolean {
  return TABLE_HOMES[table as keyof typeof TABLE_HOMES] === 'tenant'
}

/** Returns the tables and named results in an item of a from clause, without those of subqueries. */
function sourcesOf(item: Node, named: ReadonlySet<string>): Source[] {
  const range = item['RangeVar'] as { relname: string; alias?: { aliasname: string } } | undefined
  if (range) {
    const isTable = range.relname in TABLE_HOMES && !named.has(range.relname)
    const name = range.alias?.aliasname ?? range.relname
    return [{ name, table: isTable ? range.relname : undefined }]
  }
  const join = item['JoinExpr'] as Node | undefined
  if (!join) return []
  return [join['larg'], join['rarg']].flatMap((side) => sourcesOf(side as Node, named))
}

function joinConditions(item: Node): unknown[] {
  const join = item['JoinExpr'] as Node | undefined
  if (!join) return []
  const sides = [join['larg'], join['rarg']].flatMap((side) => joinConditions(side as Node))
  return [join['quals'], ...sides]
}

/** Returns the conditions that all have to hold for `condition` to hold. */
function conjuncts(condition: unknown): unknown[] {
  const all = (condition as { BoolExpr?: { boolop: string; args: unknown[] } } | undefined)
    ?.BoolExpr
  if (all?.boolop === 'AND_EXPR') return all.args.flatMap(conjuncts)
  return condition ? [condition] : []
}

/** Returns whose workspace_id a condition compares with one value or with several. */
function compareWorkspace(condition: unknown): Comparison[] {
  const compare = (condition as { A_Expr?: Node }).A_Expr
  if (!compare) return []
  const kind = compare['kind']
  const sides = [compare['lexpr'], compare['rexpr']]
  const at = sides.findIndex((side) => workspaceColumn(side) !== undefined)
  if (at < 0) return []
  const source = workspaceColumn(sides[at])!.source
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') return [{ source, kind: 'several' }]
  if (kind !== 'AEXPR_OP' || operatorOf(compare) !== '=') return []
  if (isValue(sides[1 - at])) return [{ source, kind: 'one' }]
  return []
}

function workspaceColumn(node: unknown): { source: string | undefined } | undefined {
  const column = (node as { ColumnRef?: Node } | undefined)?.ColumnRef
  if (!column) return undefined
  const fields = fieldsOf(column)
  if (fields.at(-1) !== 'workspace_id') return undefined
  return { source: fields.length > 1 ? fields.at(-2) : undefined }
}

/** Returns whether an expression is a parameter or a constant, cast or not. */
function isValue(node: unknown): boolean {
  const { TypeCast, ParamRef, A_Const } = (node ?? {}) as Node
  if (TypeCast) return isValue((TypeCast as Node)['arg'])
  return Boolean(ParamRef ?? A_Const)
}

function operatorOf(compare: Node): string {
  return list(compare['name'])
    .map((part) => (part as { String: { sval: string } }).String.sval)
    .join('.')
}

function fieldsOf(column: Node): (string | undefined)[] {
  return list(column['fields']).map(
    (field) => (field as { String?: { sval: string } }).String?.sval,
  )
}

function namesOfWith(query: Node): string[] {
  const ctes = list((query['withClause'] as Node | undefined)?.['ctes'])
  return ctes.map((cte) => (cte as { CommonTableExpr: Node }).CommonTableExpr['ctename'] as string)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function omit(node: Node, ...keys: string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
}
