import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { canSee } from '#db/visibility/can-see.ts'
import { newId } from '#lib/ids.ts'
import { announceNotifications } from '../announce-notifications.ts'
import { queuePushes } from '../devices/queue-pushes.ts'
import type { QueuedPush } from '../devices/queue-pushes.ts'
import type { Recipient } from '../find-recipients.ts'
import { quietMinutesLeft } from '../rules-for.ts'
import { rulesOf } from './read-audience.ts'
import type { Audience } from './read-audience.ts'
import type { PlacedFact } from './read-facts.ts'
import { isOfConversation, recordConversationFacts } from './record-conversation-facts.ts'

/** How long a push is attempted. After that, the notification is only in the list. */
const PUSH_KEPT_MS = 4 * 3_600_000
/** How long a member can come and see a notification before they get a mail. */
const MAIL_AFTER_MS = 5 * 60_000
/** The most rows of one insert. */
const ROWS = 5_000

/** A fact for a member, and the rules that caused it. `id`: of the member's notification, or of the fact for all members. */
type Made = { fact: PlacedFact; recipient: Recipient; id: string; rules: string[] }

/**
 * Records facts, queues their pushes and updates open web apps, in the caller's transaction. A fact that concerns whoever is
 * responsible for a conversation is recorded once, and members read it by their rules; any other fact is recorded for each
 * member whose rules want it. `audience`: read before it, for these facts.
 */
export async function notifyMembers(
  tx: Scope,
  facts: PlacedFact[],
  audience: Audience,
): Promise<void> {
  const toMade = (fact: PlacedFact, id?: string) =>
    audience.recipients.flatMap((recipient): Made[] => {
      const rules = rulesOf(fact, recipient, audience.teamIds)
      return rules.length === 0 ? [] : [{ fact, recipient, rules, id: id ?? newId() }]
    })
  const own = await keepSeen(
    tx,
    facts.filter((fact) => !isOfConversation(fact)).flatMap((fact) => toMade(fact)),
  )
  const stored = new Set<string>()
  for (let from = 0; from < own.length; from += ROWS)
    for (const id of await insert(tx, own.slice(from, from + ROWS))) stored.add(id)
  const recorded = await recordConversationFacts(tx, facts.filter(isOfConversation))
  const fresh = [
    ...own.filter(({ id }) => stored.has(id)),
    ...(await keepSeen(
      tx,
      recorded.flatMap(({ fact, id }) => toMade(fact, id)),
    )),
  ]
  await queuePushes(tx, findPushes(tx, fresh, audience), PUSH_KEPT_MS)
  await announceNotifications(tx, [...new Set(fresh.map(({ recipient }) => recipient.id))])
}

/** Returns those whose members see the conversation or ticket now. A bulk action names none. */
async function keepSeen(tx: Scope, made: Made[]): Promise<Made[]> {
  const sees = await canSee(
    tx,
    made.map(({ recipient, fact }) => ({ ...fact, member: recipient })),
  )
  return made.filter(({ fact }, index) => fact.bulk !== null || sees[index])
}

/** Stores notifications and returns the ids of those that did not exist. */
async function insert(tx: Scope, made: Made[]): Promise<string[]> {
  const now = tx.clock.now()
  const rows = bulkRows('made', made, {
    id: ['uuid', ({ id }) => id],
    membership_id: ['uuid', ({ recipient }) => recipient.id],
    kind: ['text', ({ fact }) => fact.kind],
    source_id: ['uuid', ({ fact }) => fact.sourceId],
    chat_id: ['uuid', ({ fact }) => fact.chatId],
    ticket_id: ['uuid', ({ fact }) => fact.ticketId],
    bulk_subject: ['text', ({ fact }) => fact.bulk?.subject ?? null],
    bulk_count: ['integer', ({ fact }) => fact.bulk?.count ?? null],
    actor_type: ['text', ({ fact }) => fact.actorType],
    actor_id: ['uuid', ({ fact }) => fact.actorId],
    mail_due_at: ['timestamptz', (each) => mailDueAt(tx, each, now)],
  })
  const inserted = await prepared<{ id: string }>`
    insert into notifications (workspace_id, created_at, ${rows.columns})
    select ${tx.workspaceId}, ${now}::timestamptz, ${rows.columns} from ${rows}
    order by membership_id, kind, source_id
    on conflict (workspace_id, membership_id, kind, source_id) do nothing
    returning id`.execute(tx.db)
  return inserted.rows.map((row) => row.id)
}

/** Returns when a mail about a notification is due; null if the member wants none, or it is of another kind. */
function mailDueAt(tx: Scope, { fact, recipient }: Made, now: Date): Date | null {
  if (fact.kind !== 'mention' && fact.kind !== 'assignment') return null
  if (!recipient.by_mail || tx.config.mail.smtpUrl === undefined) return null
  return new Date(now.getTime() + MAIL_AFTER_MS)
}

/** Returns a push for each device that wants a notification, unless its member has quiet hours. */
function findPushes(tx: Scope, made: Made[], { devices }: Audience): QueuedPush[] {
  const now = tx.clock.now()
  const awake = made.filter(({ recipient }) => quietMinutesLeft(recipient, now) === 0)
  return awake.flatMap(({ id, fact, recipient, rules }) =>
    (devices.get(recipient.id) ?? [])
      .filter(
        (device) => device.rules === null || device.rules.some((rule) => rules.includes(rule)),
      )
      .map((device) => ({
        deviceId: device.id,
        notificationId: id,
        ...(isOfConversation(fact) && { fact }),
      })),
  )
}
