/** A changed row, by its table and the values of its key as text, in the order of `columns`. */
type ChangedRow = { table: string; columns: string[]; values: string[] }

/**
 * Decodes messages of PostgreSQL's output plugin pgoutput, version 1 of its protocol, of a publication that has only the columns of keys.
 * Source: "Logical Replication Message Formats" in the documentation of PostgreSQL.
 */
export class ChangeDecoder {
  readonly #tables = new Map<number, { table: string; columns: string[] }>()

  /** Returns the rows that a message is about: two if the key of a row was changed, none if it only describes a table. */
  decode(message: Buffer): ChangedRow[] {
    const reader = new Reader(message)
    const kind = reader.byte()
    if (kind === 'R') {
      this.#describe(reader)
      return []
    }
    if (kind !== 'I' && kind !== 'U' && kind !== 'D')
      throw new Error(`PostgreSQL sent a change of an unknown kind: ${kind}`)
    const described = this.#tables.get(reader.integer())
    if (!described) throw new Error('PostgreSQL sent a change of a table that it did not describe.')
    const rows: ChangedRow[] = []
    // K and N precede the old key and the new row; an update has both if it changes the key.
    while (!reader.isOver()) {
      reader.byte()
      rows.push({ ...described, values: readValues(reader, described.table) })
    }
    return rows
  }

  #describe(reader: Reader): void {
    const id = reader.integer()
    reader.text()
    const table = reader.text()
    reader.byte()
    const columns = Array.from({ length: reader.short() }, () => {
      reader.byte()
      const name = reader.text()
      reader.integer()
      reader.integer()
      return name
    })
    this.#tables.set(id, { table, columns })
  }
}

function readValues(reader: Reader, table: string): string[] {
  return Array.from({ length: reader.short() }, () => {
    const kind = reader.byte()
    if (kind !== 't') throw new Error(`PostgreSQL sent a change of ${table} without its key.`)
    return reader.value()
  })
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  isOver(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): string {
    return String.fromCharCode(this.#bytes.readUInt8(this.#at++))
  }

  short(): number {
    this.#at += 2
    return this.#bytes.readUInt16BE(this.#at - 2)
  }

  integer(): number {
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  /** Reads text that ends with a zero byte. */
  text(): string {
    const start = this.#at
    const end = this.#bytes.indexOf(0, start)
    this.#at = end + 1
    return this.#bytes.toString('utf8', start, end)
  }

  /** Reads a value after its length. */
  value(): string {
    const length = this.integer()
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }
}
