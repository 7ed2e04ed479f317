import type { Client } from '#db/pool.ts'
import { openClient } from '#db/pool.ts'

/** The same text of a value on every server; only silence limits how long a statement may take. */
const SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '30s';
  set idle_in_transaction_session_timeout = 0`

/** Opens a connection to the server at `url` that reads and writes rows as text. The caller must end it. */
export async function openBackupClient(url: string): Promise<Client> {
  const client = await openClient(url, 'parley backup')
  await client.query(SETTINGS)
  return client
}
