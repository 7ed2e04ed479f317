import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { SlaPolicies } from '#db/tables/sla-policies.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  describedTime,
  filledText,
  Id,
  nullable,
  optionals,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import {
  SLA_CLOCKS,
  SLA_MAX,
  SLA_METRICS,
  SLA_PAUSES,
  SLA_RECIPIENTS,
  SLA_STATES,
} from '#shared/sla.ts'
import type { SlaRecipient, SlaTerms } from '#shared/sla.ts'
import type { TargetRow } from './store-targets.ts'

const minutes = (description: string) =>
  nullable(
    Type.Integer({ minimum: 1, maximum: SLA_MAX.minutes }),
    `${description} Null: no target.`,
  )
const values = (description: string) =>
  Type.Array(Id, { maxItems: SLA_MAX.values, uniqueItems: true, description })

const name = filledText(SLA_MAX.name, 'A name, unique in the workspace.')
const fields = {
  position: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    description:
      'Policies are tried in the order of their positions. A round of a conversation has the first one whose conditions it meets.',
  }),
  team_ids: values('Only conversations of one of these teams. Empty: of any team, or of none.'),
  channel_ids: values('Only conversations on one of these channels. Empty: on any.'),
  tag_ids: values('Only conversations with one of these tags. Empty: with any tags.'),
  first_response_minutes: minutes(
    'Minutes from the first message of a customer in a round to the answer of a person.',
  ),
  next_response_minutes: minutes(
    'Minutes from the first message of a customer after an answer to the next one.',
  ),
  resolution_minutes: minutes(
    'Minutes from the first message of a customer in a round, or from a reopening, to the close.',
  ),
  clock: Type.Enum([...SLA_CLOCKS], {
    description:
      "`business`: only the business hours of the conversation's team count, or the default ones; all hours if there are none. `wall`: all hours count.",
  }),
  pauses: Type.Array(Type.Enum([...SLA_PAUSES]), {
    uniqueItems: true,
    description:
      'States in which the time of a resolution stands still. `waiting_for_customer`: a person wrote last. The time of a response never does.',
  }),
  warning_percent: nullable(
    Type.Integer({ minimum: 1, maximum: 99 }),
    'A warning is due when so much of a target is used up, in percent. Null: no warning.',
  ),
  notify: Type.Array(Type.Enum([...SLA_RECIPIENTS]), {
    uniqueItems: true,
    description:
      'Who is notified of warnings and breaches. `assignee`: of the conversation. `supervisors`: members of its team with the role `supervisor`.',
  }),
}

/** A policy of service levels. */
export const SlaPolicy = titled('SlaPolicy', {
  id: Id,
  name,
  ...fields,
  version: Type.Integer({
    description: 'Grows when targets, clock, pauses or warnings change. Open rounds keep theirs.',
  }),
  created_at: Time,
  updated_at: Time,
})

/** A policy of service levels. */
export type SlaPolicy = Static<typeof SlaPolicy>

/** The body of POST /api/v1/sla-policies. */
export const CreateSlaPolicyBody = closedObject({ name, ...optionals(fields) })

/** The body of PATCH /api/v1/sla-policies/{id}: only fields that are present are updated. */
export const UpdateSlaPolicyBody = closedObject(optionals({ name, ...fields }))

/** The fields of a policy to write. */
export type SlaPolicyInput = Static<typeof UpdateSlaPolicyBody>

/** The query of GET /api/v1/sla-policies. */
export const ListSlaPoliciesQuery = closedObject(pageQuery)

/** A policy with the terms of its version. */
export type PolicyRow = Omit<
  Selectable<SlaPolicies>,
  'workspace_id' | 'revision' | 'deleted_at'
> & {
  terms: SlaTerms
}

/** Converts a row to the API's policy. */
export function toPolicy({ terms, conditions, ...row }: PolicyRow): SlaPolicy {
  const { targets, pauses, ...own } = terms
  return pickFields(SlaPolicy, {
    ...row,
    ...own,
    pauses: [...pauses],
    notify: [...row.notify],
    team_ids: [...conditions.team_ids],
    channel_ids: [...conditions.channel_ids],
    tag_ids: [...conditions.tag_ids],
    first_response_minutes: targets.first_response,
    next_response_minutes: targets.next_response,
    resolution_minutes: targets.resolution,
  })
}

/** A target of a conversation. */
export const SlaTarget = titled('SlaTarget', {
  id: Id,
  conversation_id: Id,
  round_started_at: describedTime('When the conversation was created, or reopened.'),
  metric: Type.Enum([...SLA_METRICS]),
  policy: Type.Object(
    { id: Id, name: Type.String(), version: Type.Integer() },
    { title: 'AppliedSlaPolicy' },
  ),
  team_id: nullable(Id),
  state: Type.Enum([...SLA_STATES], {
    description:
      '`breached`: the due time passed first, also if it was met afterwards. `not_needed`: the conversation was closed before an answer. `canceled`: the policy was deleted, or an answer failed that had begun the wait.',
  }),
  started_at: Time,
  consumed_seconds: Type.Number({
    description: 'Of the time of its clock, until it last began to run, or until its end.',
  }),
  due_at: nullable(Time, 'Null while the time stands still, unless the target was missed.'),
  warning_at: nullable(Time),
  breached_at: nullable(Time, 'The due time that passed.'),
  ended_at: nullable(
    Time,
    'When a person answered, or the conversation was closed: also after a breach.',
  ),
})

/** A target of a conversation. */
export type SlaTarget = Static<typeof SlaTarget>

/** A target with what is known of its policy, and who is notified of it. */
export type TargetWithPolicy = TargetRow & {
  policy_name: string
  policy_version: number
  notify: readonly SlaRecipient[]
  assignee_id: string | null
}

/** Converts a row to the API's target. */
export function toTarget(row: TargetWithPolicy): SlaTarget {
  return pickFields(SlaTarget, {
    ...row,
    conversation_id: row.chat_id,
    round_started_at: row.round_at,
    policy: { id: row.policy_id, name: row.policy_name, version: row.policy_version },
    consumed_seconds: row.consumed_ms / 1000,
  })
}

/** The targets of a conversation. */
export const SlaTargets = titled('SlaTargets', {
  targets: Type.Array(SlaTarget, {
    description: 'Those of the last round to which a policy was applied, in their order.',
  }),
})
