import type { Client } from '#db/pool.ts'
import { openClient } from '#db/pool.ts'

/**
 * The same text of a value on every server; only silence limits how long a statement may take. The server ends the session
 * of a machine that is gone, with its replication slot.
 */
const SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '30s';
  set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0;
  set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3`

/** Opens a connection to the server at `url` that reads and writes rows as text. The caller must end it. */
export async function openBackupClient(url: string): Promise<Client> {
  const client = await openClient(url, 'parley backup')
  await client.query(SETTINGS)
  return client
}
