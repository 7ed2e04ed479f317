import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { RuleFirings, Rules } from '#db/tables/rules.ts'
import {
  closedObject,
  filledText,
  Id,
  nullable,
  optionals,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import type { FiredAction, RuleOff } from '#shared/rule-parts.ts'
import {
  FIRING_RESULTS,
  RULE_ACTIONS,
  RULE_MISSES,
  RULE_OFF_REASONS,
  RULE_REPEATS,
  RULES_MAX,
} from '#shared/rules.ts'
import { Actions, ConditionsSchema, SeenConditionSchema, TriggerSchema } from './parts-schema.ts'

const Name = filledText(RULES_MAX.name, 'Names of rules differ by more than their case.')
const Repeat = Type.Enum([...RULE_REPEATS], {
  description:
    'How often it fires for one conversation. `always`: at each event, and once in each stretch of a state. `round`: once from its opening until it is closed. `once`: once.',
})
const Stops = Type.Boolean({
  description: 'Whether later rules are left out at an event at which this one fires.',
})
const Off = Type.Unsafe<RuleOff>(
  Type.Object(
    {
      reason: Type.Enum([...RULE_OFF_REASONS], {
        description:
          '`missing`: something that it names does not exist any more. `loop`: it fired again and again for a conversation at events that no person caused.',
      }),
      at: Time,
      missing: Type.Array(
        Type.Object(
          { kind: Type.String(), id: Type.String() },
          {
            title: 'MissingPart',
          },
        ),
      ),
    },
    { title: 'RuleOff' },
  ),
)

/** A rule: a trigger, conditions and actions. */
export const Rule = titled('Rule', {
  id: Id,
  name: Type.String(),
  place: Type.Integer({ description: 'Rules run in the order of their places, from 1.' }),
  is_on: Type.Boolean(),
  off: nullable(Off, 'Why it switched itself off. Null if it did not, or was switched on since.'),
  trigger: TriggerSchema,
  conditions: ConditionsSchema,
  actions: Actions,
  repeat: Repeat,
  stops: Stops,
  created_at: Time,
  updated_at: Time,
})

/** A rule, as the API returns it. */
export type Rule = Static<typeof Rule>

const parts = {
  trigger: TriggerSchema,
  conditions: ConditionsSchema,
  actions: Actions,
}
const options = { repeat: Repeat, stops: Stops }

/** The body of POST /api/v1/rules. */
export const CreateRuleBody = closedObject({ name: Name, ...parts, ...optionals(options) })

/** The body of PATCH /api/v1/rules/{id}: only fields that are present are updated. */
export const UpdateRuleBody = closedObject(
  optionals({
    name: Name,
    is_on: Type.Boolean({
      description: 'Switches the rule on or off. It looks only at what happens from then on.',
    }),
    place: Type.Integer({
      minimum: 1,
      maximum: RULES_MAX.rules,
      description: 'Moves the rule to this place; those behind it follow.',
    }),
    ...parts,
    ...options,
  }),
)

/** The fields of a rule to write. */
export type RuleInput = Static<typeof UpdateRuleBody>

const Fired = Type.Unsafe<FiredAction>(
  Type.Object(
    {
      type: Type.Enum([...RULE_ACTIONS]),
      error: Type.Optional(
        Type.Object(
          { code: Type.String(), message: Type.String() },
          { title: 'ActionError', description: 'Why the action failed.' },
        ),
      ),
    },
    { title: 'FiredAction' },
  ),
)

/** A firing of a rule. */
export const Firing = titled('RuleFiring', {
  id: Id,
  rule_id: Id,
  conversation_id: Id,
  result: Type.Enum([...FIRING_RESULTS], {
    description:
      '`done`: all actions. `partly`: those before one that failed, which is the last of `actions`.',
  }),
  actions: Type.Array(Fired),
  seen: Type.Array(SeenConditionSchema),
  created_at: Time,
})

/** A firing of a rule. */
export type Firing = Static<typeof Firing>

/** Why a rule did not fire. */
export const Miss = titled('RuleMiss', {
  rule_id: Id,
  conversation_id: Id,
  miss: Type.Enum([...RULE_MISSES], {
    description:
      '`author`: someone else caused the event. `unchanged`: other fields changed. `condition`: the last of `seen` was false. `own_event`: the rule caused it. `chain`: three firings led to it. `stopped`: an earlier rule stops. `repeated`: it fired before. `ended`: the state or a condition ended before its time. `trigger`: nothing happened that it looks at. `off`: it was off. `waits`: until `due_at`.',
  }),
  seen: Type.Array(SeenConditionSchema),
  due_at: nullable(Time),
  created_at: Time,
})

/** Why a rule did not fire. */
export type Miss = Static<typeof Miss>

/** What the rules did in a conversation, and why others did nothing. */
export const RuleLog = titled('RuleLog', {
  firings: Type.Array(Firing, { description: 'The newest 100, the newest first.' }),
  misses: Type.Array(Miss, {
    description:
      'Of the last seven days, the newest first: at most 100, for a conversation also the newest of each other live rule.',
  }),
})

/** What the rules did in a conversation. */
export type RuleLog = Static<typeof RuleLog>

/** What a rule would have done. */
export const RuleTrial = titled('RuleTrial', {
  events: Type.Integer(),
  since: nullable(Time, 'The time of the oldest event.'),
  firings: Type.Integer(),
  conversation_ids: Type.Array(Id, {
    description: 'The newest first, at most 100.',
  }),
  misses: Type.Record(Type.String(), Type.Integer(), {
    description: 'By the reason.',
  }),
})

/** What a rule would have done. */
export type RuleTrial = Static<typeof RuleTrial>

/** Converts a row of `rules` to the API's rule. */
export function toRule(row: Selectable<Rules>): Rule {
  return pickFields(Rule, row)
}

/** Converts a row of `rule_firings` to the API's firing. */
export function toFiring(row: Selectable<RuleFirings>): Firing {
  return pickFields(Firing, { ...row, conversation_id: row.chat_id })
}
