import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { WEB_APPS_CHANNEL } from '#events/announce-to-web-apps.ts'

/** PostgreSQL limits payloads to less than 8,000 bytes. */
const MEMBERS_MAX = 200

/**
 * Makes the open web apps of members read their notifications again, when the transaction of `tx` commits. An app whose
 * stream was interrupted reads them when it is connected again.
 */
export async function announceNotifications(scope: Scope, membershipIds: string[]): Promise<void> {
  const payloads: string[] = []
  for (let from = 0; from < membershipIds.length; from += MEMBERS_MAX)
    payloads.push(`${scope.workspaceId} ${membershipIds.slice(from, from + MEMBERS_MAX).join(',')}`)
  await notify(scope, payloads)
}

const notify = gathered<string, { workspace_id: string }>((tx, payloads) => {
  const given = payloads.rows('given', { payload: ['text', (payload) => payload] })
  return prepared<{ workspace_id: string }>`
    select given.workspace_id, pg_notify(${WEB_APPS_CHANNEL}, payload) from ${given}`.execute(tx.db)
})
