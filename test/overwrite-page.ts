import { closeSync, openSync, writeSync } from 'node:fs'

/** The size of a page of PostgreSQL, in bytes. */
const PAGE_BYTES = 8192

/** Overwrites a page of a file of a stopped PostgreSQL, as a failing disk does. */
export function overwritePage(path: string, page = 0): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, page * PAGE_BYTES)
  } finally {
    closeSync(file)
  }
}
