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
    return { rows: this.#rows, sum: toText(this.#sum) }
  }
}

/** Returns the count and sum of rows after some were added. */
export function addSum(all: RowSum, added: RowSum): RowSum {
  return combine(all, added, 1)
}

/** Returns the count and sum of rows after some were removed. */
export function subtractSum(all: RowSum, removed: RowSum): RowSum {
  return combine(all, removed, -1)
}

function combine(one: RowSum, other: RowSum, sign: 1 | -1): RowSum {
  const sum = BigInt(`0x${one.sum}`) + BigInt(sign) * BigInt(`0x${other.sum}`)
  return { rows: one.rows + sign * other.rows, sum: toText(BigInt.asUintN(64, sum)) }
}

function toText(sum: bigint): string {
  return sum.toString(16).padStart(16, '0')
}
