import type { ColumnType } from 'kysely'

/** A column of the database that has a default: it may be left out of an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>

/** bigint: read as a number (positions and counters stay far below 2^53), written as one. */
export type Bigint = number
