import type { TableName, TABLES } from './tables.ts'

/** All tables of the product with the types of their rows, as Kysely knows them. */
export type Database = { [Name in TableName]: (typeof TABLES)[Name]['row'] }
