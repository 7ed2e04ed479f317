import type { SlaConditions, SlaMetric, SlaRecipient, SlaState, SlaTerms } from '#shared/sla.ts'
import { boolean, json, number, text, texts, time, uuid, word } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** Policies of service levels. Deleted ones are kept for their rounds. */
export const sla_policies = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  id: uuid(),
  name: text(),
  position: number(),
  conditions: json<SlaConditions>(),
  notify: texts<SlaRecipient>(),
  version: number(),
  revision: number().defaulted(),
  created_at: time(),
  updated_at: time(),
  deleted_at: time().nullable(),
})

/** Rows of `sla_policies`. */
export type SlaPolicies = typeof sla_policies.row

/** The terms of each version of a policy. */
export const sla_policy_versions = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'settings of admins',
}).columns({
  policy_id: uuid(),
  version: number(),
  terms: json<SlaTerms>(),
  created_at: time(),
})

/** Rounds of conversations to which a policy was applied. */
export const sla_rounds = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'how fast members are to answer',
}).columns({
  chat_id: uuid(),
  round_at: time(),
  policy_id: uuid(),
  policy_version: number(),
  applied_at: time().nullable(),
  is_open: boolean(),
  revision: number(),
  computed_at: time(),
})

/** The targets of these rounds. */
export const sla_targets = unexportedTable({
  visibleBy: 'chat_id',
  rows: 'many',
  unexported: 'how fast members are to answer',
}).columns({
  id: uuid(),
  chat_id: uuid(),
  round_at: time(),
  metric: word<SlaMetric>(),
  number: number(),
  policy_id: uuid(),
  team_id: uuid().nullable(),
  state: word<SlaState>(),
  started_at: time(),
  consumed_ms: number(),
  running_since: time().nullable(),
  due_at: time().nullable(),
  warning_at: time().nullable(),
  warned_at: time().nullable(),
  breached_at: time().nullable(),
  noticed_at: time().nullable(),
  ended_at: time().nullable(),
  decided_at: time().nullable(),
  next_at: time().nullable(),
})

/** Rows of `sla_targets`. */
export type SlaTargets = typeof sla_targets.row
