import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { WEB_APPS_CHANNEL } from '#events/announce-to-web-apps.ts'

/** PostgreSQL limits payloads to less than 8,000 bytes. */
const MEMBERS_MAX = 200

/**
 * Makes the open web apps of members read their notifications again, when the transaction of `tx` commits. An app whose
 * stream was interrupted reads them when it is connected again.
 */
export async function announceNotifications(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  membershipIds: string[],
): Promise<void> {
  const payloads: string[] = []
  for (let from = 0; from < membershipIds.length; from += MEMBERS_MAX)
    payloads.push(`${workspaceId} ${membershipIds.slice(from, from + MEMBERS_MAX).join(',')}`)
  if (payloads.length > 0)
    await prepared`
      select pg_notify(${WEB_APPS_CHANNEL}, payload)
      from unnest(${payloads}::text[]) as payload`.execute(db)
}
