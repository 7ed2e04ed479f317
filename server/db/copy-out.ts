import { once } from 'node:events'
import type pg from 'pg'
import { limitWait } from '#lib/time-budget.ts'
import type { Client } from './pool.ts'

/** Rows are gathered to about this many bytes. */
const BATCH_BYTES = 1024 * 1024
/** The longest silence of the server, after which the connection is closed. */
const SILENCE_MS = 10 * 60_000

/** The parts of pg's connection that its types leave out. */
type Connection = pg.Connection & {
  stream: NodeJS.WritableStream & {
    pause: () => void
    resume: () => void
    writableNeedDrain: boolean
    destroyed: boolean
  }
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}

/** A statement that pg runs by calling its functions, as it does with a `Query`. */
abstract class CopyStatement {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  submit(connection: Connection): void {
    connection.query(this.text)
  }
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
  handleCommandComplete(): void {}
  handleCopyInResponse(_connection: Connection): void {}
  handleCopyData(_message: { chunk: Buffer }, _connection: Connection): void {}
  abstract handleReadyForQuery(): void
  abstract handleError(err: Error): void
}

class CopyOut extends CopyStatement {
  #connection: Connection | undefined
  #batch = Buffer.allocUnsafe(BATCH_BYTES)
  #used = 0
  #full: Buffer[] = []
  #isOver = false
  #error: Error | undefined
  #wake = Promise.withResolvers<void>()

  /** Returns the next rows, whole and at least one, or undefined after the last. */
  async next(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#error) throw this.#error
      const full = this.#full.shift()
      if (full) return full
      if (this.#isOver) return this.#takeRest()
      this.#wake = Promise.withResolvers()
      this.#connection?.stream.resume()
      await this.#wake.promise
    }
  }

  override handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    this.#connection = connection
    if (this.#used + chunk.length > BATCH_BYTES) {
      const rest = this.#takeRest()
      if (rest) this.#full.push(rest)
      connection.stream.pause()
      this.#wake.resolve()
    }
    // The memory of a chunk is used again for the next one.
    if (chunk.length > BATCH_BYTES) this.#full.push(Buffer.from(chunk))
    else this.#used += chunk.copy(this.#batch, this.#used)
  }

  override handleReadyForQuery(): void {
    this.#isOver = true
    this.#goOn()
  }

  override handleError(err: Error): void {
    this.#error = err
    this.#goOn()
  }

  #goOn(): void {
    this.#connection?.stream.resume()
    this.#wake.resolve()
  }

  #takeRest(): Buffer | undefined {
    if (this.#used === 0) return undefined
    const rest = this.#batch.subarray(0, this.#used)
    this.#batch = Buffer.allocUnsafe(BATCH_BYTES)
    this.#used = 0
    return rest
  }
}

class CopyIn extends CopyStatement {
  readonly begun = Promise.withResolvers<Connection>()
  readonly ended = Promise.withResolvers<void>()

  constructor(text: string) {
    super(text)
    this.ended.promise.catch(() => undefined)
  }

  override handleCopyInResponse(connection: Connection): void {
    this.begun.resolve(connection)
  }

  override handleReadyForQuery(): void {
    this.ended.resolve()
  }

  override handleError(err: Error): void {
    this.begun.reject(err)
    this.ended.reject(err)
  }
}

/**
 * Runs a `copy … to stdout` and returns the rows as text in pieces of about 1 MiB, each of whole rows. The server waits
 * while the caller works on a piece. The caller must read all of them, or close the connection.
 *
 * @throws an error of the database
 */
export async function* copyOut(client: Client, text: string): AsyncGenerator<Buffer, void> {
  const copy = client.query(new CopyOut(text) as unknown as pg.Submittable) as unknown as CopyOut
  for (;;) {
    const rows = await limitSilence(client, copy.next())
    if (!rows) return
    yield rows
  }
}

/** A `copy … from stdin` that was begun. `write` adds rows as text; `end` waits until all are stored. */
export type CopyTarget = { write: (rows: Buffer) => Promise<void>; end: () => Promise<void> }

/** Begins a `copy … from stdin`. Its functions throw errors of the database, after which the connection must be closed. */
export async function beginCopyIn(client: Client, text: string): Promise<CopyTarget> {
  const copy = client.query(new CopyIn(text) as unknown as pg.Submittable) as unknown as CopyIn
  const connection = await limitSilence(client, copy.begun.promise)
  return {
    async write(rows) {
      connection.sendCopyFromChunk(rows)
      if (!connection.stream.writableNeedDrain) return
      const waiting = new AbortController()
      const { signal } = waiting
      try {
        const drained = once(connection.stream, 'drain', { signal })
        drained.catch(() => undefined)
        await limitSilence(client, Promise.race([drained, copy.ended.promise]))
      } finally {
        waiting.abort()
      }
    },
    async end() {
      connection.endCopyFrom()
      await limitSilence(client, copy.ended.promise)
    },
  }
}

function limitSilence<T>(client: Client, work: Promise<T>): Promise<T> {
  return limitWait(work, SILENCE_MS, () => void client.end())
}
