import type { Context } from '#context.ts'
import { transaction } from './transaction.ts'

/**
 * Runs `run` in a transaction that uses the rows of a tenant and of the directory, as long as both are in one database. To
 * be replaced by `transaction` and `directoryTransaction`.
 */
export async function mixedTransaction<S extends Context, T>(
  scope: S,
  run: (tx: S) => Promise<T>,
): Promise<T> {
  return await transaction(scope, (tx) => run({ ...tx, directory: tx.db }))
}
