import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Locks the reports of a channel about messages whose platform ids are not known, until the end of the transaction. A
 * transaction that may store such a report locks for `storing`, before it looks whether the id is known; one that makes
 * ids known, and looks for reports of them, for `identifying`. Otherwise each could miss the other's uncommitted row.
 *
 * Transactions that identify share the lock, so recording what the platform accepted waits neither for reports about known
 * messages nor for the channel's row. Take it before the locks of messages.
 */
export async function lockUnknownReports(
  tx: Scope,
  channelId: string,
  purpose: 'storing' | 'identifying',
): Promise<void> {
  const key = `unknown reports of ${channelId}`
  if (purpose === 'storing')
    await prepared`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.later(tx.db)
  else await lockShared(tx, [key])
}

const lockShared = gathered<string, never>((tx, keys) => {
  const given = keys.rows('given', { key: ['text', (key) => key] })
  return prepared<never>`
    select pg_advisory_xact_lock_shared(hashtextextended(given.key, 0)) from ${given}`.later(tx.db)
})
