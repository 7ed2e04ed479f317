/** A node of a parsed statement. */
export type Node = Record<string, unknown>

/** Functions that return their arguments as rows. */
const GIVERS = ['unnest', 'json_to_recordset', 'jsonb_to_recordset']

/** Returns an array of the parser, which leaves out empty ones. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a node without some of its keys. */
export function omit(node: Node, ...keys: string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
}

/** Returns the texts of a list of names. */
export function textsOf(names: unknown): (string | undefined)[] {
  return list(names).map((each) => (each as { String?: { sval: string } }).String?.sval)
}

/** Reads the name of a column: its table, if it names one, and the column; undefined for `*`. */
export function fieldsOf(column: Node): (string | undefined)[] {
  return textsOf(column['fields'])
}

/** Returns the parts of the name of a column if `node` is one. */
export function columnOf(node: unknown): (string | undefined)[] | undefined {
  const column = (node as { ColumnRef?: Node } | undefined)?.ColumnRef
  return column && fieldsOf(column)
}

/** Returns the condition that two expressions are equal. */
export function equal(lexpr: unknown, rexpr: unknown): Node {
  return { A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr, rexpr } }
}

/** Returns a column with the name of its source, if it has none. */
export function qualify(node: unknown, source: string | undefined): unknown {
  const fields = columnOf(node)
  if (fields?.length !== 1 || source === undefined) return node
  return { ColumnRef: { fields: [source, ...fields].map((sval) => ({ String: { sval } })) } }
}

/** Returns whether an expression is a parameter or a constant, cast or not. */
export function isValue(node: unknown): boolean {
  const { TypeCast, ParamRef, A_Const } = (node ?? {}) as Node
  if (TypeCast) return isValue((TypeCast as Node)['arg'])
  return Boolean(ParamRef ?? A_Const)
}

/** Returns whether a function in a from clause returns only rows of parameters. */
export function isGiver(range: Node): boolean {
  return list(range['functions']).every((item) => {
    const call = (list((item as { List: Node }).List['items'])[0] as { FuncCall?: Node }).FuncCall
    const name = textsOf(call?.['funcname']).join('.')
    return call !== undefined && GIVERS.includes(name) && list(call['args']).every(isParameter)
  })
}

/** Returns whether an expression is a value, also in a select without tables, which `prepared` writes. */
function isParameter(node: unknown): boolean {
  const { TypeCast, SubLink } = (node ?? {}) as Node
  if (TypeCast) return isParameter((TypeCast as Node)['arg'])
  if (!SubLink) return isValue(node)
  const select = ((SubLink as Node)['subselect'] as Record<string, Node>)['SelectStmt'] ?? {}
  const isPlain = Object.keys(select).every((key) =>
    ['targetList', 'limitOption', 'op'].includes(key),
  )
  const [target] = list(select['targetList']) as { ResTarget: Node }[]
  return isPlain && isValue(target?.ResTarget['val'])
}

/** Returns the names of the columns that a from clause names for a function or a subselect. */
export function aliasedColumns(range: Node): (string | undefined)[] {
  const names = textsOf((range['alias'] as Node | undefined)?.['colnames'])
  if (names.length > 0) return names
  return list(range['coldeflist']).map(
    (each) => (each as { ColumnDef: Node }).ColumnDef['colname'] as string,
  )
}

/** Returns what a query returns after `returning`; older versions of the parser name it otherwise. */
export function returning(query: Node): unknown[] {
  const clause = query['returningClause'] as Node | undefined
  return list(query['returningList'] ?? clause?.['exprs'])
}

/** Returns the expressions at a place of each side of a select, with its unions. */
export function selected(select: Node, at: number): unknown[] {
  if (select['larg'])
    return [...selected(select['larg'] as Node, at), ...selected(select['rarg'] as Node, at)]
  const target = list(select['targetList'])[at] as { ResTarget: Node } | undefined
  return [target?.ResTarget['val']]
}

/** Returns the conditions that all have to hold for `condition` to hold. */
export function conjuncts(condition: unknown): unknown[] {
  const all = (condition as { BoolExpr?: { boolop: string; args: unknown[] } } | undefined)
    ?.BoolExpr
  if (all?.boolop === 'AND_EXPR') return all.args.flatMap(conjuncts)
  return condition ? [condition] : []
}

/** A condition of a query; `of` are the sources of which it leaves out rows, all of them if it is undefined. */
export type Condition = { node: unknown; of: ReadonlySet<string> | undefined }

/**
 * Returns the conditions of the joins in an item of a from clause, and the names of its sources. An outer join leaves out rows of
 * its optional side only.
 */
export function readJoins(item: Node): { conditions: Condition[]; names: string[] } {
  const join = item['JoinExpr'] as Node | undefined
  if (!join) {
    const range = Object.values(item)[0] as Node | undefined
    const alias = (range?.['alias'] as Node | undefined)?.['aliasname'] ?? range?.['relname']
    return { conditions: [], names: typeof alias === 'string' ? [alias] : [] }
  }
  const left = readJoins(join['larg'] as Node)
  const right = readJoins(join['rarg'] as Node)
  const names = [...left.names, ...right.names]
  const optional = { JOIN_INNER: names, JOIN_LEFT: right.names, JOIN_RIGHT: left.names }
  const of = new Set(optional[join['jointype'] as keyof typeof optional] ?? [])
  const own = conjuncts(join['quals']).map((node) => ({ node, of }))
  return { conditions: [...left.conditions, ...right.conditions, ...own], names }
}

/** Returns the items of a from clause without the joins that combine them. */
export function itemsOf(item: Node): Node[] {
  const join = item['JoinExpr'] as Node | undefined
  return join ? [join['larg'], join['rarg']].flatMap((side) => itemsOf(side as Node)) : [item]
}

/** A comparison of a column `workspace_id`; `to` is the other side. */
type Comparison = { column: unknown; to: unknown; kind: 'one' | 'several' }

/** Returns the comparisons of columns `workspace_id` that a condition demands. */
export function compareWorkspaces(node: unknown): Comparison[] {
  const compare = (node as { A_Expr?: Node }).A_Expr
  if (!compare) return []
  const sides = [compare['lexpr'], compare['rexpr']]
  const isAny = compare['kind'] === 'AEXPR_OP_ANY' || compare['kind'] === 'AEXPR_IN'
  if (!isAny && (compare['kind'] !== 'AEXPR_OP' || textsOf(compare['name']).join('.') !== '='))
    return []
  return sides.flatMap((side, at) => {
    if (columnOf(side)?.at(-1) !== 'workspace_id') return []
    return [
      { column: side, to: sides[1 - at], kind: isAny ? ('several' as const) : ('one' as const) },
    ]
  })
}

/** Returns the names of the columns that a condition compares with parameters and that name rows: `id`, and those that end with `_id`. */
export function chosenBy(node: unknown): string[] {
  const { A_Expr, BoolExpr, SubLink } = node as Record<string, Node | undefined>
  if (BoolExpr) return list(BoolExpr['args']).flatMap(chosenBy)
  if (SubLink) {
    const select = (SubLink['subselect'] as Record<string, Node>)['SelectStmt']
    return select?.['fromClause'] ? [] : list(columnsOf(SubLink['testexpr'])).flatMap(nameOfRow)
  }
  if (!A_Expr) return []
  const sides = [A_Expr['lexpr'], A_Expr['rexpr']] as (Node | undefined)[]
  return sides.flatMap((side, at) => {
    const other = sides[1 - at]
    const values = other?.['List'] ? list((other['List'] as Node)['items']) : columnsOf(other)
    return values.some(isParameter) ? columnsOf(side).flatMap(nameOfRow) : []
  })
}

/** Returns the expressions of a row, or the expression that is none. */
export function columnsOf(node: unknown): unknown[] {
  const row = (node as { RowExpr?: Node } | undefined)?.RowExpr
  return row ? list(row['args']) : [node]
}

function nameOfRow(node: unknown): string[] {
  const column = columnOf(node)
  const name = column?.at(-1) ?? ''
  return /^id$|_id$/.test(name) && name !== 'workspace_id' ? [column!.join('.')] : []
}
