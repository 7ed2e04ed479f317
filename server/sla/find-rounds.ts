import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import type { Touch } from './gather-touches.ts'
import { matchPolicy } from './read-policies.ts'
import type { MatchedPolicy } from './read-policies.ts'

/** A policy that matches so long after the start of a round is applied from then on; one that matches before, from the start. */
const APPLIED_MS = 60_000
/** For so long after the close of a round, a message of it that a platform accepts late counts. */
const CLOSED_MS = 3_600_000

/** The policy that is applied to a round. */
type Applied = { policyId: string; version: number; appliedAt: Date | null }

/**
 * A round to which a policy is applied. `afterId` is the id of the close before it, null for the first round; `endId` and `endAt` are those of
 * its own close, null if it is open. `hasCreated`: whether it began with the conversation.
 */
export type FoundRound = Applied & {
  chatId: string
  startAt: Date
  hasCreated: boolean
  afterId: string | null
  endId: string | null
  endAt: Date | null
  teamId: string | null
  /** Whether a row of it is stored. */
  isStored: boolean
}

type StoredRound = Applied & { chat_id: string; round_at: Date }
type Span = { startAt: Date; endId: string | null; endAt: Date | null }
type ChatRow = {
  id: string
  status: string
  team_id: string | null
  created_at: Date
  opened_at: Date | null
  closes: { id: string; at: string; opened_at: string | null }[]
  before_id: string | null
}

/**
 * Finds the rounds of conversations whose targets may have changed: those to which a policy was applied before, and those to which one of
 * `policies` is to be applied now.
 */
export async function findRounds(
  scope: Scope,
  touches: readonly Touch[],
  policies: readonly MatchedPolicy[],
): Promise<FoundRound[]> {
  const known = await readStored(
    scope,
    touches.map(({ chatId }) => chatId),
  )
  const wanted = touches.flatMap(({ chatId, snapshots }) => {
    const stored = known.get(chatId) ?? []
    const first = snapshots.find((each) => matchPolicy(policies, each.chat))
    const from = [...stored.map(({ round_at }) => round_at), ...(first ? [first.at] : [])]
    if (from.length === 0) return []
    return [{ chatId, snapshots, from: new Date(Math.min(...from.map(Number))) }]
  })
  if (wanted.length === 0) return []
  const chats = await readChatRows(scope, wanted)
  const found: FoundRound[] = []
  for (const chat of chats) {
    const { snapshots } = wanted.find(({ chatId }) => chatId === chat.id)!
    const stored = known.get(chat.id) ?? []
    let afterId = chat.before_id
    for (const span of spansOf(chat)) {
      const own = stored.find(({ round_at }) => Number(round_at) === Number(span.startAt))
      const applied = own ?? apply(span, snapshots, policies)
      if (applied)
        found.push({
          ...applied,
          ...span,
          chatId: chat.id,
          hasCreated: Number(span.startAt) === Number(chat.created_at),
          afterId,
          teamId: chat.team_id,
          isStored: own !== undefined,
        })
      afterId = span.endId
    }
  }
  return found
}

/** Returns the rounds of a conversation, in their order. A close that was undone ended none. */
function spansOf(chat: ChatRow): Span[] {
  const spans = new Map<number, Span>()
  for (const { id, at, opened_at } of chat.closes) {
    const startAt = new Date(opened_at ?? chat.created_at)
    spans.set(Number(startAt), { startAt, endId: id, endAt: new Date(at) })
  }
  if (chat.status !== 'closed') {
    const startAt = chat.opened_at ?? chat.created_at
    spans.delete(Number(startAt))
    spans.set(Number(startAt), { startAt, endId: null, endAt: null })
  }
  return [...spans.values()]
}

function apply(
  { startAt, endAt }: Span,
  snapshots: Touch['snapshots'],
  policies: readonly MatchedPolicy[],
): Applied | undefined {
  // Rounds that began before a policy existed do not get it.
  const present = policies.filter((policy) => policy.created_at <= startAt)
  for (const { at, chat } of snapshots) {
    if (at < startAt || (endAt !== null && at >= endAt)) continue
    const policy = matchPolicy(present, chat)
    if (policy)
      return {
        policyId: policy.id,
        version: policy.version,
        appliedAt: at.getTime() - startAt.getTime() > APPLIED_MS ? at : null,
      }
  }
  return undefined
}

/** Reads the stored rounds of conversations that are open, or were until lately. */
async function readStored(scope: Scope, chatIds: string[]): Promise<Map<string, StoredRound[]>> {
  const since = new Date(scope.clock.now().getTime() - CLOSED_MS)
  const { rows } = await prepared<StoredRound>`
    select chat_id, round_at, policy_id as "policyId", policy_version as version, applied_at as "appliedAt"
    from sla_rounds
    where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])
      and (is_open or computed_at >= ${since}::timestamptz)`.execute(scope.db)
  return Map.groupBy(rows, ({ chat_id }) => chat_id)
}

/** Reads conversations with their closes since `from`, and the id of the close before the first of these rounds. */
async function readChatRows(
  scope: Scope,
  wanted: { chatId: string; from: Date }[],
): Promise<ChatRow[]> {
  const { workspaceId } = scope
  const given = bulkRows('given', wanted, {
    chat_id: ['uuid', ({ chatId }) => chatId],
    since: ['timestamptz', ({ from }) => from],
  })
  const { rows } = await prepared<ChatRow>`
    select chats.id, chats.status, chats.team_id, chats.created_at, chats.opened_at,
      coalesce((
        select json_agg(json_build_object('id', id, 'at', occurred_at, 'opened_at', data ->> 'opened_at') order by id)
        from chat_changes
        where workspace_id = ${workspaceId} and chat_id = chats.id and kind = 'closed' and occurred_at >= given.since
      ), '[]') as closes,
      (
        select id from chat_changes
        where workspace_id = ${workspaceId} and chat_id = chats.id and kind = 'closed' and occurred_at < given.since
        order by occurred_at desc, id desc limit 1
      ) as before_id
    from ${given}
    join chats on chats.workspace_id = ${workspaceId} and chats.id = given.chat_id`.execute(
    scope.db,
  )
  return rows
}
