import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, Transaction } from 'kysely'
import type { ConnectionProvider, KyselyPlugin, KyselyProps, QueryExecutor } from 'kysely'
import type { Database } from '../database.ts'
import type { Db } from '../pool.ts'
import { guardStatement } from './guard-statement.ts'
import type { ViewerParameter } from './visible-rows.ts'
import type { Viewer } from './viewer.ts'

type Values = Readonly<Record<ViewerParameter, unknown>> & { kind: Viewer['kind'] }

/**
 * Returns a database whose statements, also those of its transactions, read and change only the rows of a workspace that a viewer sees. A
 * statement of which this cannot be said is refused.
 */
export function guardDatabase(db: Db, workspaceId: string, viewer: Viewer): Db {
  const values: Values = {
    kind: viewer.kind,
    workspace: workspaceId,
    id: viewer.id,
    actor: viewer.actorId,
    teams: viewer.kind === 'key' ? viewer.teamIds : null,
    seesNoTeam: viewer.seesNoTeam,
  }
  const executor = new GuardedExecutor(db.getExecutor(), values)
  const props: KyselyProps = {
    config: { dialect: DIALECT },
    dialect: DIALECT,
    driver: DRIVER,
    executor,
  }
  return db.isTransaction ? new Transaction<Database>(props) : new Kysely<Database>(props)
}

/** Returns the database without the conditions of a viewer, on the same connection inside a transaction. */
export function unguardDatabase(db: Db): Db {
  return db.withoutPlugins()
}

/** They begin and end transactions on the connections of another database, and never open one. */
const UNUSED = { pool: () => Promise.reject(new Error('A guarded database opens no connections.')) }
const DIALECT = new PostgresDialect(UNUSED)
const DRIVER = new PostgresDriver(UNUSED)

/** Executes statements with the conditions of a viewer. */
class GuardedExecutor implements QueryExecutor {
  readonly #inner: QueryExecutor
  readonly #values: Values

  constructor(inner: QueryExecutor, values: Values) {
    this.#inner = inner
    this.#values = values
  }

  get adapter() {
    return this.#inner.adapter
  }

  get plugins() {
    return this.#inner.plugins
  }

  transformQuery: QueryExecutor['transformQuery'] = (node, queryId) =>
    this.#inner.transformQuery(node, queryId)

  compileQuery: QueryExecutor['compileQuery'] = (node, queryId) =>
    this.#inner.compileQuery(node, queryId)

  executeQuery: QueryExecutor['executeQuery'] = (query, options) =>
    this.#inner.executeQuery(this.#guard(query), options)

  stream: QueryExecutor['stream'] = (query, chunkSize, options) =>
    this.#inner.stream(this.#guard(query), chunkSize, options)

  provideConnection: QueryExecutor['provideConnection'] = (consumer, options) =>
    this.#inner.provideConnection(consumer, options)

  withConnectionProvider(provider: ConnectionProvider): QueryExecutor {
    return this.#wrap(this.#inner.withConnectionProvider(provider))
  }

  withPlugin(plugin: KyselyPlugin): QueryExecutor {
    return this.#wrap(this.#inner.withPlugin(plugin))
  }

  withPlugins(plugins: readonly KyselyPlugin[]): QueryExecutor {
    return this.#wrap(this.#inner.withPlugins(plugins))
  }

  withPluginAtFront(plugin: KyselyPlugin): QueryExecutor {
    return this.#wrap(this.#inner.withPluginAtFront(plugin))
  }

  /** The conditions end here: `unguardDatabase` is the only caller. */
  withoutPlugins(): QueryExecutor {
    return this.#inner.withoutPlugins()
  }

  #wrap(inner: QueryExecutor): QueryExecutor {
    return new GuardedExecutor(inner, this.#values)
  }

  #guard<R>(query: CompiledQuery<R>): CompiledQuery<R> {
    const own = query.parameters
    const { text, parameters } = guardStatement(this.#values.kind, query.sql, own.length)
    if (text === query.sql) return query
    return {
      ...query,
      sql: text,
      parameters: [...own, ...parameters.map((name) => this.#values[name])],
    }
  }
}
