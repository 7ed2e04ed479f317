import type { Context } from '../context.ts'
import { keyIdOf, keyRingOf } from '#lib/encrypt.ts'

/**
 * Returns whether the keys of this process decrypt the secrets in the database: whether every key that encrypts some
 * is `SECRET_KEY` or in `SECRET_KEY_PREVIOUS`. A process without keys decrypts nothing and passes.
 */
export async function hasSecretKeys(
  context: Pick<Context, 'directory' | 'config'>,
): Promise<boolean> {
  if (!context.config.secretKey) return true
  const rows = await context.directory.selectFrom('secret_keys').select('id').execute()
  const ids = rows.map((row) => row.id)
  return holdsKeys(context.config, ids)
}

/** Returns whether the configured keys include all keys with these ids. */
export function holdsKeys(config: Context['config'], ids: readonly Buffer[]): boolean {
  const { current, previous } = keyRingOf(config, 'read stored secrets')
  const known = [current, ...previous].map((key) => keyIdOf(key).toString('hex'))
  return ids.every((id) => known.includes(id.toString('hex')))
}
