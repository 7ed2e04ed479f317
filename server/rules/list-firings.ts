import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import { growingRead } from '#db/growing-read.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import type { StoredMiss } from '#shared/rule-parts.ts'
import { RULE_CHECKS_KEPT_DAYS } from '#shared/rules.ts'
import { explainChat } from './explain-chat.ts'
import { toFiring } from './schema.ts'
import type { Firing, Miss, RuleLog } from './schema.ts'

/** Most firings, and most explanations, of a log. */
const LOG_MAX = 100

/** Most events with explanations among which those of a rule are looked for. */
const CHECKS_MAX = 5_000

const DAY_MS = 86_400_000

/** Returns one page of the firings of a rule, the newest first. @throws {AppError} rule_not_found, invalid_cursor */
export async function listFirings(
  scope: Scope,
  ruleId: string,
  input: PageInput,
): Promise<Page<Firing>> {
  const { id } = await getById(scope, 'rules', ruleId)
  const query = selectFrom(scope, 'rule_firings').selectAll().where('rule_id', '=', id)
  return listPage(query, NEWEST_BY_ID, input, toFiring)
}

/**
 * Returns what rules did in a conversation, and why others did nothing: what was stored, and for all other rules that are on what is
 * computed now. @throws {AppError} conversation_not_found, busy
 */
export async function getChatRules(caller: Scope, chatId: string): Promise<RuleLog> {
  return growingRead(caller, 'list', async (scope) => {
    const { id } = await getById(scope, 'chats', chatId)
    return readChatRules(scope, id)
  })
}

async function readChatRules(scope: Scope, id: string): Promise<RuleLog> {
  const firings = await selectFrom(scope, 'rule_firings')
    .selectAll()
    .where('chat_id', '=', id)
    .orderBy('id', 'desc')
    .limit(LOG_MAX)
    .execute()
  const { rows } = await prepared<Row>`
    select chat_id, event_position, misses, created_at from rule_checks
    where workspace_id = ${scope.workspaceId} and chat_id = ${id} and created_at > ${since(scope)}::timestamptz
    order by event_position desc limit ${LOG_MAX}::int`.execute(scope.db)
  const stored = await toMisses(scope, rows)
  const computed = await explainChat(scope, id, rows)
  const fired = new Set(firings.map(({ rule_id }) => rule_id))
  const all = [...stored, ...computed].toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime(),
  )
  return { firings: firings.map(toFiring), misses: toNewest(all, fired) }
}

/** Returns the newest misses, and the newest of each rule of which they and the firings say nothing. */
function toNewest(all: readonly Miss[], fired: ReadonlySet<string>): Miss[] {
  const newest = all.slice(0, LOG_MAX)
  const known = new Set([...fired, ...newest.map(({ rule_id }) => rule_id)])
  for (const each of all.slice(LOG_MAX)) {
    if (known.has(each.rule_id)) continue
    known.add(each.rule_id)
    newest.push(each)
  }
  return newest
}

/** Returns what a rule did lately, and why it did nothing. @throws {AppError} rule_not_found */
export async function getRuleLog(scope: Scope, ruleId: string): Promise<RuleLog> {
  const { id } = await getById(scope, 'rules', ruleId)
  const firings = await listFirings(scope, id, { limit: LOG_MAX })
  const { rows } = await prepared<Row>`
    select chat_id, event_position, misses, created_at from (
      select chat_id, event_position, misses, created_at from rule_checks
      where workspace_id = ${scope.workspaceId} and created_at > ${since(scope)}::timestamptz
      order by created_at desc limit ${CHECKS_MAX}::int
    ) as newest
    where misses @> ${JSON.stringify([{ rule_id: id }])}::jsonb
    order by created_at desc limit ${LOG_MAX}::int`.execute(scope.db)
  const misses = await toMisses(scope, rows)
  return {
    firings: firings.data,
    misses: misses.filter((each) => each.rule_id === id).slice(0, LOG_MAX),
  }
}

type Row = { chat_id: string; event_position: number; misses: StoredMiss[]; created_at: Date }

function since({ clock }: Scope): Date {
  return new Date(clock.now().getTime() - RULE_CHECKS_KEPT_DAYS * DAY_MS)
}

/** Returns the misses of events, without those of deleted rules. */
async function toMisses(scope: Scope, rows: readonly Row[]): Promise<Miss[]> {
  const known = await selectFrom(scope, 'rules').select('id').execute()
  const ids = new Set(known.map(({ id }) => id))
  return rows
    .flatMap(({ chat_id: conversation_id, misses, created_at }) =>
      misses.map(({ at, ...each }) => ({
        ...each,
        conversation_id,
        due_at: null,
        created_at: at === undefined ? created_at : new Date(at),
      })),
    )
    .filter((each) => ids.has(each.rule_id))
}
