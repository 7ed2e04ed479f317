import { ALL_TABLES, TABLES } from '#db/tables.ts'
import type { TableName } from '#db/tables.ts'

/** A column with secrets that are encrypted under `SECRET_KEY`. `id`: the column that is the id of a row. */
export type SecretColumn = { table: TableName; id: string; column: string; purpose: string }

const all = ALL_TABLES.flatMap(({ name: table, columns }) =>
  Object.entries(columns).flatMap(([column, { facts }]): SecretColumn[] => {
    const id = 'id' in columns ? 'id' : 'user_id'
    return facts.secret === undefined ? [] : [{ table, id, column, purpose: facts.secret }]
  }),
)
const isOfWorkspace = ({ table }: SecretColumn) => 'workspace_id' in TABLES[table].columns

/**
 * The columns with secrets, besides the stored answers of idempotency keys, whose rows have no id. A secret is bound to
 * `<purpose>:<workspace>:<id>`.
 */
export const SECRET_COLUMNS = all.filter(isOfWorkspace)

/** The columns with secrets in tables without `workspace_id`. A secret is bound to `<purpose>:<id>`. */
export const GLOBAL_SECRET_COLUMNS = all.filter((each) => !isOfWorkspace(each))
