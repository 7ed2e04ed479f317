import type { ActorType } from '#shared/actors.ts'
import type {
  Action,
  Conditions,
  FiredAction,
  MacroDone,
  RuleOff,
  SeenCondition,
  StoredMiss,
  Trigger,
  WaitingMoment,
} from '#shared/rule-parts.ts'
import type { FiringResult, RuleRepeat } from '#shared/rules.ts'
import { boolean, json, number, text, time, uuid, uuids, word } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** Rules, in the order of `place`. */
export const rules = tenantTable({
  visibleBy: { everybody: 'settings of admins' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  id: uuid(),
  name: text(),
  place: number(),
  is_on: boolean().defaulted(),
  live_since: time().nullable(),
  off: json<RuleOff>().nullable(),
  trigger: json<Trigger>(),
  conditions: json<Conditions>(),
  actions: json<Action[]>(),
  repeat: word<RuleRepeat>(),
  stops: boolean(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `rules`. */
export type Rules = typeof rules.row

/** What rules did. They are deleted with their conversation. */
export const rule_firings = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'conversations',
  unexported: 'what rules of the workspace did; the changes are in the thread',
}).columns({
  id: uuid(),
  rule_id: uuid(),
  chat_id: uuid(),
  episode: word(),
  event_position: number(),
  chain: uuids(),
  is_answer: boolean(),
  result: word<FiringResult>(),
  actions: json<FiredAction[]>().personal(),
  seen: json<SeenCondition[]>().personal(),
  created_at: time(),
})

/** Rows of `rule_firings`. */
export type RuleFirings = typeof rule_firings.row

/** Why rules did not fire. They are deleted with their conversation, and after seven days. */
export const rule_checks = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'conversations',
  unexported: 'explanations of rules of the workspace',
}).columns({
  chat_id: uuid(),
  event_position: number(),
  misses: json<StoredMiss[]>().personal(),
  created_at: time(),
})

/** Rules that wait. They are deleted with their conversation. */
export const rule_timers = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'conversations',
  unexported: 'work of the workspace that is due',
}).columns({
  rule_id: uuid(),
  chat_id: uuid(),
  episode: word(),
  state: word().nullable(),
  due_at: time(),
  moment: json<WaitingMoment>().personal(),
})

/** Macros: actions that members run. */
export const macros = tenantTable({
  visibleBy: { everybody: 'each lists those that they have' },
  rows: 'few',
  withoutContacts: 'written by members for any contact',
}).columns({
  id: uuid(),
  name: text(),
  team_id: uuid().nullable(),
  membership_id: uuid().nullable(),
  actions: json<Action[]>(),
  uses: number().defaulted(),
  created_at: time(),
  updated_at: time(),
})

/** What macros did, for as long as it can be undone. Deleted with their conversation, and after a day. */
export const macro_runs = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  erase: 'conversations',
  unexported: 'what can be undone for a minute; the changes are in the thread',
}).columns({
  id: uuid(),
  chat_id: uuid(),
  macro_id: uuid(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  done: json<MacroDone>().personal(),
  created_at: time(),
})

/** Rows of `macro_runs`. */
export type MacroRuns = typeof macro_runs.row

/** Rows of `macros`. */
export type Macros = typeof macros.row
