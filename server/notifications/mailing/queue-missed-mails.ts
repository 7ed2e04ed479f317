import { sql } from 'kysely'
import { mailTexts, toMailText } from '#account/mail/mail-texts.ts'
import { queueMails } from '#account/mail/queue-mails.ts'
import type { Scope } from '#db/context.ts'
import { visitorName } from '#shared/visitor-name.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { selectFrom } from '#db/select-from.ts'
import { asViewer } from '#db/visibility/as-viewer.ts'
import { findMemberViewer } from '#db/visibility/find-member-viewer.ts'
import { findRecipients } from '../find-recipients.ts'
import type { Recipient } from '../find-recipients.ts'
import { quietMinutesLeft } from '../rules-for.ts'
import { toPath } from '../to-path.ts'
import { readOwnDetails } from '../read-details.ts'
import type { NotificationDetails } from '../read-details.ts'

/** The least time between two mails to a member about missed notifications. */
const PAUSE_MS = 30 * 60_000
const MINUTE_MS = 60_000
/** The most members that one transaction writes to. */
const MEMBERS = 50
/** The most notifications that a mail lists. */
const LISTED_MAX = 20

/** Returns when the next mail about a missed notification is due in the workspace, or null if there is none. */
export async function findNextMissed(scope: Scope): Promise<Date | null> {
  const [next] = await findFirst(scope, ['mail'])
  return next?.mail_due_at ?? null
}

const findFirst = gathered<'mail', { workspace_id: string; mail_due_at: Date }>((tx, given) => {
  const asked = given.rows('asked', {})
  return prepared<{ workspace_id: string; mail_due_at: Date }>`
    select asked.workspace_id, next.mail_due_at from ${asked}
    cross join lateral (
      select mail_due_at from notifications
      where notifications.workspace_id = asked.workspace_id and mail_due_at is not null
      order by mail_due_at limit 1
    ) as next`.execute(tx.db)
})

/**
 * Queues one mail for each member with unread mentions or assignments that are due, if they have not been here since.
 * The mail contains all that are waiting. A member in quiet hours, or who got such a mail a short time ago, gets it
 * later.
 */
export async function queueMissedMails(scope: Scope): Promise<void> {
  const due = await selectFrom(scope, 'notifications')
    .select('membership_id')
    .distinct()
    .where('mail_due_at', '<=', scope.clock.now())
    .limit(MEMBERS)
    .execute()
  if (due.length === 0) return
  const ids = due.map((row) => row.membership_id)
  const members = new Map((await findRecipients(scope, ids)).map((member) => [member.id, member]))
  for (const id of ids) await queueMissedMail(scope, id, members.get(id))
}

/** A notification of which a mail is due. */
type Waiting = { id: string; created_at: Date; read_at: Date | null }

async function queueMissedMail(
  scope: Scope,
  membershipId: string,
  member: Recipient | undefined,
): Promise<void> {
  const now = scope.clock.now()
  const rows = await selectFrom(scope, 'notifications')
    .select(['id', 'created_at', 'read_at'])
    .where('membership_id', '=', membershipId)
    .where('mail_due_at', 'is not', null)
    .execute()
  const ids = rows.map((row) => row.id)
  const postponed = member && postponedUntil(member, now)
  if (postponed) return void (await moveDueTimes(scope, ids, postponed))
  const details = member?.by_mail ? await readMissed(scope, member, rows) : []
  if (!member || details.length === 0) return void (await moveDueTimes(scope, ids, null))
  // First the directory: if the process ends in between, the mail is queued after the pause.
  await sql`
    insert into notification_settings (workspace_id, membership_id, mailed_at)
    values (${scope.workspaceId}, ${member.id}, ${now})
    on conflict (workspace_id, membership_id) do update
    set mailed_at = excluded.mailed_at`.execute(scope.directory)
  await transaction(scope, async (tx) => {
    if ((await moveDueTimes(tx, ids, null)) === 0) return
    await queueMails(tx, [{ to: member.email, ...write(tx, member, details) }])
  })
}

/** Returns what a member missed of the notifications that wait for a mail. */
async function readMissed(
  scope: Scope,
  member: Recipient,
  rows: Waiting[],
): Promise<NotificationDetails[]> {
  const missed = rows.filter(
    (row) => row.read_at === null && (member.seen_at === null || member.seen_at < row.created_at),
  )
  const ids = missed.map((row) => row.id)
  const details = await readOwnDetails(asViewer(scope, findMemberViewer(member)), ids)
  // A deleted note or comment mentions nobody.
  return details.filter((each) => each.kind !== 'mention' || each.text !== null)
}

/** Changes when the mail about waiting notifications is due, or that none is; returns how many were still waiting. */
async function moveDueTimes(scope: Scope, ids: string[], to: Date | null): Promise<number> {
  const moved = await sql`
    update notifications set mail_due_at = ${to}::timestamptz
    where workspace_id = ${scope.workspaceId} and id = any (${ids}::uuid[])
      and mail_due_at is not null`.execute(scope.db)
  return affectedRows(moved)
}

/** Returns until when a member gets no mail; undefined if they can get one now. */
function postponedUntil(member: Recipient, now: Date): Date | undefined {
  const times = [
    now.getTime() + quietMinutesLeft(member, now) * MINUTE_MS,
    member.mailed_at ? member.mailed_at.getTime() + PAUSE_MS : 0,
  ]
  const until = Math.max(...times)
  return until > now.getTime() ? new Date(until) : undefined
}

function write(tx: Scope, { locale }: Recipient, details: NotificationDetails[]) {
  const texts = mailTexts(locale)
  const facts = details.map((each) => ({
    author:
      each.actor_name ?? (each.actor_type === 'member' ? texts.aColleague : texts.anIntegration),
    person:
      each.contact_name ??
      (each.contact_id === null ? texts.aCustomer : visitorName(each.contact_id, texts.visitors)),
    note: each.text ?? '',
    ticket: each.ticket?.number ?? null,
    bulk: each.bulk,
    link: `${tx.config.publicUrl}${toPath(each)}`,
    kind: each.kind === 'mention' ? ('mention' as const) : ('assignment' as const),
  }))
  const [only] = facts
  if (only && facts.length === 1)
    return toMailText(only.kind === 'mention' ? texts.mention(only) : texts.assignment(only))
  return toMailText(
    texts.missed({
      count: facts.length,
      items: facts.slice(0, LISTED_MAX),
      link: `${tx.config.publicUrl}/notifications`,
    }),
  )
}
