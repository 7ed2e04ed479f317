import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import type { Surroundings } from './engine/step.ts'

/** The firings of rules in conversations, by the rule, the conversation and the key. */
type Fired = {
  /** Says whether a rule fired under a key, except at the same event: then it does again what it did, which changes nothing. */
  hasFired: Surroundings['hasFired']
  add: (rule: Pick<Rule, 'id'>, key: string, moment: Moment) => void
}

type Row = { rule_id: string; chat_id: string; episode: string; event_position: number }

/** Creates the record of firings, with those that were made before. */
export function createFired(rows: readonly Row[] = []): Fired {
  const byChat = new Map<string, Map<string, number>>()
  const add = (ruleId: string, chatId: string, key: string, position: number) => {
    byChat.getOrInsertComputed(chatId, () => new Map()).set(`${ruleId} ${key}`, position)
  }
  for (const row of rows) add(row.rule_id, row.chat_id, row.episode, row.event_position)
  return {
    hasFired(rule, key, moment) {
      const position = byChat.get(moment.chat.id)?.get(`${rule.id} ${key}`)
      return position !== undefined && position !== moment.position
    },
    add: ({ id }, key, { chat, position }) => add(id, chat.id, key, position),
  }
}

/** Reads the firings of rules in conversations that are not of one event only. */
export async function readFired(
  scope: Scope,
  rules: readonly Pick<Rule, 'id' | 'repeat' | 'trigger'>[],
  chatIds: readonly string[],
): Promise<Fired> {
  const ids = rules
    .filter(({ repeat, trigger }) => repeat !== 'always' || trigger.after_minutes !== undefined)
    .map(({ id }) => id)
  if (ids.length === 0 || chatIds.length === 0) return createFired()
  const chats = bulkRows('asked', [...new Set(chatIds)], { id: ['uuid', (id) => id] })
  const { rows } = await prepared<Row>`
    select rule_id, chat_id, episode, event_position from ${chats}
    join rule_firings as firing on firing.workspace_id = ${scope.workspaceId} and firing.chat_id = asked.id
      and firing.rule_id = any (${ids}::uuid[])`.execute(scope.db)
  return createFired(rows)
}
