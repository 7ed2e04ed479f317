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

/** The parts of pg's own query that read the result of a statement. */
type Reader = {
  _result: { _types: unknown }
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
 * Statements that one packet sends and one answer follows, for `pg.Client.query`. PostgreSQL runs them in their order, and none
 * after one that fails: only the last message is the one up to which it skips what follows an error. So a `begin` that
 * fails lets nothing run outside of its transaction, and a `commit` commits only what succeeded.
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
        connection.describe({ type: 'P', name: '' })
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
    this.#readers[this.#current++]!.handleCommandComplete(message, connection)
  }

  handleEmptyQuery(): void {
    this.#current++
  }

  handleError(err: unknown, connection: Connection): void {
    // The server skipped what follows, so it did not prepare those statements.
    for (const { name } of this.#statements.slice(this.#current))
      if (name !== undefined) delete connection.submittedNamedStatements[name]
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
