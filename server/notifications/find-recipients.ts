import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { sightOf } from '#db/visibility/sight-of.ts'
import { DEFAULT_NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationRule } from '#shared/notifications.ts'
import type { SeeingMember } from '#lib/found-session.ts'
import type { QuietHours } from './rules-for.ts'

/** A member who can be notified, and how. `seen_at`: when they were last here; `mailed_at`: the last mail about it. */
export type Recipient = QuietHours &
  SeeingMember & {
    email: string
    locale: string | null
    rules: NotificationRule[]
    by_mail: boolean
    seen_at: Date | null
    mailed_at: Date | null
  }

/** Returns the workspace's members who have not left and can sign in, or those of `ids`, with their settings. */
export async function findRecipients(scope: Scope, ids?: string[]): Promise<Recipient[]> {
  return (ids ? findChosen : findAll)(scope, ids ?? ['all'])
}

const SIGHT = sightOf('memberships.role')

type RecipientRow = Recipient & { workspace_id: string }

const findAll = gathered<string, RecipientRow>((tx, given) =>
  find(tx, given.rows('asked', {}), sql``),
)

const findChosen = gathered<string, RecipientRow>((tx, ids) =>
  find(tx, ids.rows('asked', { id: ['uuid', (id) => id] }), sql`and memberships.id = asked.id`),
)

function find(tx: Context, asked: RawBuilder<unknown>, isChosen: RawBuilder<unknown>) {
  return prepared<RecipientRow>`
    select memberships.workspace_id, memberships.id, users.email, users.locale, coalesce(settings.rules, ${[...DEFAULT_NOTIFICATION_RULES]}::text[]) as rules,
      coalesce(settings.by_mail, true) as by_mail,
      ${SIGHT.visibility} as visibility, ${SIGHT.seesNoTeam} as "seesNoTeam",
      quiet_from, quiet_to, coalesce(settings.time_zone, 'UTC') as time_zone, seen_at, mailed_at
    from ${asked}
    join memberships on memberships.workspace_id = asked.workspace_id and memberships.removed_at is null ${isChosen}
    join users on users.id = memberships.user_id and users.disabled_at is null
    left join roles on roles.workspace_id = asked.workspace_id and roles.id = memberships.role
    left join notification_settings as settings
      on settings.workspace_id = asked.workspace_id and settings.membership_id = memberships.id`.execute(
    tx.directory,
  )
}
