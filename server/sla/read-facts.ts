import { sql } from 'kysely'
import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { ActorType } from '#shared/actors.ts'
import type { SlaFact } from './compute-targets.ts'
import type { FoundRound } from './find-rounds.ts'

/** A platform may report a message so long after it was written. */
const LATE_MS = 86_400_000
/** Messages from customers that ask nothing. */
const SILENT = sql.join(['system', 'reaction'].map((type) => sql.lit(type)))

/** A round with its facts, and the team at its start. */
export type ReadRound = { round: FoundRound; facts: SlaFact[]; teamId: string | null }

type MessageRow = { chat_id: string; id: string; is_question: boolean; at: Date }
type ChangeRow = {
  chat_id: string
  id: string
  kind: 'snoozed' | 'reopened' | 'closed' | 'team'
  actor_type: ActorType
  team_id: string | null
  previous_team_id: string | null
  at: Date
}

/** A fact with the id of its row, by which it belongs to a round. */
type Found = { id: string; fact: SlaFact }

/** In this order, what happened at the same time did. */
const ORDER: Readonly<Record<SlaFact['kind'], number>> = {
  team: 0,
  customer: 1,
  answer: 2,
  snooze: 3,
  open: 3,
  close: 4,
}

/**
 * Reads what happened in rounds: what customers wrote, messages of people that platforms accepted, and changes of status and team. A row
 * belongs to the round in which it was recorded, whatever its time.
 */
export async function readFacts(scope: Scope, rounds: readonly FoundRound[]): Promise<ReadRound[]> {
  if (rounds.length === 0) return []
  const given = bulkRows('given', [...Map.groupBy(rounds, ({ chatId }) => chatId).entries()], {
    chat_id: ['uuid', ([chatId]) => chatId],
    since: [
      'timestamptz',
      ([, own]) => new Date(Math.min(...own.map((each) => Number(each.startAt)))),
    ],
  })
  const messages = Map.groupBy(await readMessages(scope, given), ({ chat_id }) => chat_id)
  const changes = Map.groupBy(await readChanges(scope, given), ({ chat_id }) => chat_id)
  return rounds.map((round) => {
    const own = changes.get(round.chatId) ?? []
    const found = [
      ...(messages.get(round.chatId) ?? []).map(toMessageFact),
      ...own.map(toChangeFact),
    ]
    const isOf = ({ id }: { id: string }) =>
      (round.afterId === null || id > round.afterId) && (round.endId === null || id <= round.endId)
    const facts = found
      .filter((each) => isOf(each) && !isVoid(each, round))
      .map(({ fact }) => clip(fact, round.endAt))
      .toSorted((a, b) => a.at - b.at || ORDER[a.kind] - ORDER[b.kind])
    const moved = own.find(
      ({ id, kind }) => kind === 'team' && (round.afterId === null || id > round.afterId),
    )
    return { round, facts, teamId: moved ? moved.previous_team_id : round.teamId }
  })
}

/** Returns whether a fact is a close that was undone. */
function isVoid({ id, fact }: Found, { endId }: FoundRound): boolean {
  return fact.kind === 'close' && id !== endId
}

/** A message that was sent before the close counts, also if its platform accepted it afterwards. */
function clip(fact: SlaFact, endAt: Date | null): SlaFact {
  return endAt === null ? fact : { ...fact, at: Math.min(fact.at, endAt.getTime()) }
}

function toMessageFact({ id, is_question, at }: MessageRow): Found {
  return { id, fact: { kind: is_question ? 'customer' : 'answer', at: at.getTime() } }
}

function toChangeFact(row: ChangeRow): Found {
  const { id, kind } = row
  const at = row.at.getTime()
  switch (kind) {
    case 'snoozed':
      return { id, fact: { kind: 'snooze', at } }
    case 'reopened':
      return { id, fact: { kind: 'open', at } }
    case 'team':
      return { id, fact: { kind: 'team', at, teamId: row.team_id } }
    case 'closed': {
      const isByPerson = row.actor_type === 'member' || row.actor_type === 'api_key'
      return { id, fact: { kind: 'close', at, isByPerson } }
    }
  }
}

type Given = ReturnType<typeof bulkRows>

async function readMessages(scope: Scope, given: Given): Promise<MessageRow[]> {
  const { rows } = await prepared<MessageRow>`
    select message.chat_id, message.id, message.direction = 'inbound' as is_question,
      case message.direction when 'inbound' then message.created_at
        else greatest(message.created_at, message.sent_at) end as at
    from ${given}
    cross join lateral (
      select chat_id, id, direction, created_at, sent_at from messages
      where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = given.chat_id
        and messages.created_at >= given.since - make_interval(secs => ${LATE_MS / 1000})
        and ((direction = 'inbound' and origin is null and type not in (${SILENT}))
          or (direction = 'outbound' and status in ('sent', 'delivered', 'read')
            and (author_type in ('member', 'api_key') or origin = 'echo')))
    ) as message`.execute(scope.db)
  return rows
}

async function readChanges(scope: Scope, given: Given): Promise<ChangeRow[]> {
  const { rows } = await prepared<ChangeRow>`
    select change.chat_id, change.id, change.kind, change.actor_type, (change.data ->> 'team_id')::uuid as team_id,
      (change.data ->> 'previous_team_id')::uuid as previous_team_id, change.occurred_at as at
    from ${given}
    cross join lateral (
      select chat_id, id, kind, actor_type, data, occurred_at from chat_changes
      where chat_changes.workspace_id = ${scope.workspaceId} and chat_changes.chat_id = given.chat_id
        and chat_changes.occurred_at >= given.since and kind in ('snoozed', 'reopened', 'closed', 'team')
    ) as change
    order by change.id`.execute(scope.db)
  return rows
}
