import pg from 'pg'
import { firstOf } from '#lib/first-of.ts'
import { toError } from '#lib/errors.ts'

/** A statement of a group: `name` if it is prepared, and then it has the same text on each connection. */
export type GroupedStatement = {
  name: string | undefined
  text: string
  values: readonly unknown[]
}

/** The parts of pg's connection that a group uses. */
type Connection = {
  stream: { cork: () => void; uncork: () => void }
  parse: (statement: { name: string | undefined; text: string }) => void
  bind: (statement: { statement: string | undefined; values: unknown[] }) => void
  describe: (portal: { type: 'P'; name: '' }) => void
  execute: (portal: { portal: '' }) => void
  sync: () => void
  /** The texts of the statements that the server has prepared, and of those that were sent to it, by their names. */
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** What pg makes of the description of a result: the columns, their parsers, and a row without values. */
type Description = { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** The parts of pg's own query that read the result of a statement. */
type Reader = {
  _result: Description & { _types: unknown }
  _accumulateRows: unknown
  _results: pg.QueryResult
  _canceledDueToError: unknown
  handleRowDescription: (message: unknown) => void
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: Connection) => void
}

/** Exports of pg without types: its query, and the function that writes a value as the server reads it. */
const { Query, utils } = pg as unknown as {
  Query: new (text: string, callback: () => void) => Reader
  utils: { prepareValue: (value: unknown) => unknown }
}

/**
 * The descriptions of the results of each connection's prepared statements, by their names; null for a statement without rows. PostgreSQL
 * never returns other columns for a prepared statement: it refuses to execute it instead.
 */
const described = new WeakMap<Connection, Map<string, Description | null>>()

/**
 * Statements that one packet sends and one answer follows, for `pg.Client.query`. PostgreSQL runs them in their order, and none
 * after one that fails: only the last message is the one up to which it skips what follows an error. So a `begin` that
 * fails lets nothing run outside of its transaction, and a `commit` commits only what succeeded. A prepared statement is described
 * at its first execution on a connection: for a short one, the description is a good part of the work on both sides.
 *
 * Source: PostgreSQL, Message Flow, Pipelining (https://www.postgresql.org/docs/current/protocol-flow.html).
 */
export class StatementGroup {
  readonly #statements: GroupedStatement[]
  readonly #readers: Reader[]
  /** Index of the statement whose result is being received. */
  #current = 0
  #isSent = false
  /** pg calls it when the answer is complete. */
  readonly callback: (err: unknown, results?: pg.QueryResult[]) => void

  /** `types`: the parsers of columns that the connection uses. */
  constructor(
    statements: GroupedStatement[],
    types: unknown,
    callback: (err: unknown, results?: pg.QueryResult[]) => void,
  ) {
    this.#statements = statements
    this.callback = callback
    this.#readers = statements.map(() => {
      const reader = new Query('', () => undefined)
      reader._result._types = types
      return reader
    })
  }

  /** Whether PostgreSQL is in the transaction: then it refuses, after an error, all that follows in it. */
  get isBegun(): boolean {
    return this.#isSent && (this.#current > 0 || firstOf(this.#statements).text !== 'begin')
  }

  /** pg notes a statement as prepared by these, once the server has parsed it. */
  get name(): string | undefined {
    return this.#statements[this.#current]?.name
  }

  get text(): string | undefined {
    return this.#statements[this.#current]?.text
  }

  /** Sends all statements. Returns an error instead if a value cannot be sent, and then sends none. */
  submit(connection: Connection): Error | null {
    let bound: unknown[][]
    try {
      bound = this.#statements.map(({ values }) => values.map(utils.prepareValue))
    } catch (err) {
      return toError(err)
    }
    this.#isSent = true
    connection.stream.cork()
    try {
      for (const [index, { name, text }] of this.#statements.entries()) {
        if (name === undefined || !isPreparedOn(connection, name)) {
          connection.parse({ name, text })
          if (name !== undefined) connection.submittedNamedStatements[name] = text
        }
        connection.bind({ statement: name, values: bound[index]! })
        const known = name === undefined ? undefined : descriptionsOf(connection).get(name)
        if (known === undefined) connection.describe({ type: 'P', name: '' })
        else if (known) readAs(this.#readers[index]!, known)
        connection.execute({ portal: '' })
      }
      connection.sync()
    } finally {
      connection.stream.uncork()
    }
    return null
  }

  handleRowDescription(message: unknown): void {
    this.#readers[this.#current]!.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#readers[this.#current]!.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    const reader = this.#readers[this.#current]!
    const { name } = this.#statements[this.#current]!
    reader.handleCommandComplete(message, connection)
    if (name !== undefined)
      descriptionsOf(connection).getOrInsertComputed(name, () => toDescription(reader))
    this.#current++
  }

  handleEmptyQuery(): void {
    this.#current++
  }

  handleError(err: unknown, connection: Connection): void {
    // The server skipped what follows, so it did not prepare those statements.
    for (const { name } of this.#statements.slice(this.#current))
      if (name !== undefined) {
        delete connection.submittedNamedStatements[name]
        descriptionsOf(connection).delete(name)
      }
    this.callback(err)
  }

  handleReadyForQuery(): void {
    const failed = this.#readers.find((reader) => reader._canceledDueToError)
    if (failed) this.callback(failed._canceledDueToError)
    else
      this.callback(
        null,
        this.#readers.map((reader) => reader._results),
      )
  }
}

function isPreparedOn(connection: Connection, name: string): boolean {
  return name in connection.parsedStatements || name in connection.submittedNamedStatements
}

function descriptionsOf(connection: Connection): Map<string, Description | null> {
  return described.getOrInsertComputed(connection, () => new Map())
}

/** Lets `reader` read rows that no description precedes. */
function readAs(
  reader: Reader,
  { fields, _parsers, _prebuiltEmptyResultObject }: Description,
): void {
  Object.assign(reader._result, { fields, _parsers, _prebuiltEmptyResultObject })
  reader._accumulateRows = true
}

/** Returns the description that `reader` got, or null if its statement returns no rows. */
function toDescription({ _result: result }: Reader): Description | null {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result
  return _prebuiltEmptyResultObject === null
    ? null
    : { fields, _parsers, _prebuiltEmptyResultObject }
}
