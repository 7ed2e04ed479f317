import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

const MARKER = '/* prepared */'

/**
 * Builds a statement like `sql`, which PostgreSQL parses and plans once per connection instead of at each call.
 *
 * Its text must be the same at each call: pass lists as arrays (`= any (…)`, `bulkRows`), and build no part of it
 * from values.
 */
export function prepared<T = unknown>(
  strings: TemplateStringsArray,
  ...values: unknown[]
): RawBuilder<T> {
  return sql<T>`${sql.raw(MARKER)}${sql<T>(strings, ...values)}`
}

/** Returns whether the text of a statement was built by `prepared`. */
export function isPrepared(text: string): boolean {
  return text.startsWith(MARKER)
}
