import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import type { StoredMiss } from '#shared/rule-parts.ts'
import { RULE_CHECKS_KEPT_DAYS } from '#shared/rules.ts'
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

/** Returns what rules did in a conversation, and why others did nothing. @throws {AppError} conversation_not_found */
export async function getChatRules(scope: Scope, chatId: string): Promise<RuleLog> {
  const { id } = await getById(scope, 'chats', chatId)
  const firings = await selectFrom(scope, 'rule_firings')
    .selectAll()
    .where('chat_id', '=', id)
    .orderBy('id', 'desc')
    .limit(LOG_MAX)
    .execute()
  const { rows } = await prepared<Row>`
    select chat_id, misses, created_at from rule_checks
    where workspace_id = ${scope.workspaceId} and chat_id = ${id} and created_at > ${since(scope)}::timestamptz
    order by event_position desc limit ${LOG_MAX}::int`.execute(scope.db)
  return { firings: firings.map(toFiring), misses: await toMisses(scope, rows) }
}

/** Returns what a rule did lately, and why it did nothing. @throws {AppError} rule_not_found */
export async function getRuleLog(scope: Scope, ruleId: string): Promise<RuleLog> {
  const { id } = await getById(scope, 'rules', ruleId)
  const firings = await listFirings(scope, id, { limit: LOG_MAX })
  const { rows } = await prepared<Row>`
    select chat_id, misses, created_at from (
      select chat_id, misses, created_at from rule_checks
      where workspace_id = ${scope.workspaceId} and created_at > ${since(scope)}::timestamptz
      order by created_at desc limit ${CHECKS_MAX}::int
    ) as newest
    where misses @> ${JSON.stringify([{ rule_id: id }])}::jsonb
    order by created_at desc limit ${LOG_MAX}::int`.execute(scope.db)
  const misses = await toMisses(scope, rows)
  return { firings: firings.data, misses: misses.filter((each) => each.rule_id === id) }
}

type Row = { chat_id: string; misses: StoredMiss[]; created_at: Date }

function since({ clock }: Scope): Date {
  return new Date(clock.now().getTime() - RULE_CHECKS_KEPT_DAYS * DAY_MS)
}

/** Returns the misses of events, without those of deleted rules. */
async function toMisses(scope: Scope, rows: readonly Row[]): Promise<Miss[]> {
  const known = await selectFrom(scope, 'rules').select('id').execute()
  const ids = new Set(known.map(({ id }) => id))
  return rows
    .flatMap(({ chat_id: conversation_id, misses, created_at }) =>
      misses.map((each) => ({ ...each, conversation_id, created_at })),
    )
    .filter((each) => ids.has(each.rule_id))
    .slice(0, LOG_MAX)
}
