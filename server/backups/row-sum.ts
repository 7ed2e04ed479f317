import { hash } from 'node:crypto'

const NEWLINE = 0x0a

/** The number of rows of a table, and a checksum of their contents that does not depend on their order. */
export type RowSum = { rows: number; sum: string }

/** Counts rows and adds up hashes of them. */
export class RowSummer {
  #rows = 0
  #sum = 0n

  /** Adds rows in the text format of `copy`, whole ones only. */
  add(rows: Buffer): void {
    for (let start = 0; start < rows.length;) {
      const end = rows.indexOf(NEWLINE, start)
      const digest = hash('sha256', rows.subarray(start, end), 'buffer')
      this.#sum = BigInt.asUintN(64, this.#sum + digest.readBigUInt64BE())
      this.#rows++
      start = end + 1
    }
  }

  get(): RowSum {
    return { rows: this.#rows, sum: this.#sum.toString(16).padStart(16, '0') }
  }
}
