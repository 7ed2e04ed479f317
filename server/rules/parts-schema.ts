import { Type } from 'typebox'
import type { TObject } from 'typebox'
import { closedObject, filledText, Id, idText, nullable, optionals } from '#lib/schemas.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import type { Action, Conditions, SeenCondition, Trigger } from '#shared/rule-parts.ts'
import {
  ALL_RULE_OPERATORS,
  RULE_CHANGES,
  RULE_FIELDS,
  RULE_TRIGGERS,
  RULES_MAX,
} from '#shared/rules.ts'
import type { RuleField } from '#shared/rules.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'

const Minutes = Type.Integer({ minimum: 0, maximum: RULES_MAX.minutes })

/** What makes a rule look at a conversation. */
export const TriggerSchema = Type.Unsafe<Trigger>(
  closedObject(
    {
      on: Type.Enum([...RULE_TRIGGERS], {
        description:
          'What happened, or a state that has lasted for `after_minutes`: `waiting` (the customer waits for an answer), `silent` (the customer has not answered), `closed`.',
      }),
      ...optionals({
        by: nullable(
          Type.Array(Type.Enum([...ACTOR_TYPES]), {
            minItems: 1,
            maxItems: ACTOR_TYPES.length,
            description:
              'Who caused the event. By default only the contact (`person`). Without meaning for a state that lasts.',
          }),
        ),
        changed: nullable(
          Type.Array(Type.Enum([...RULE_CHANGES]), {
            maxItems: RULE_CHANGES.length,
            description: 'Only if one of these fields of the conversation changed.',
          }),
        ),
        after_minutes: nullable(
          Type.Integer({
            ...Minutes,
            description:
              'How long the state lasts, or how long the rule waits after the event. Then its conditions must be true again.',
          }),
        ),
        in_business_hours: nullable(
          Type.Boolean({
            description: 'Whether only business hours count in `after_minutes`.',
          }),
        ),
      }),
    },
    { title: 'RuleTrigger' },
  ),
)

const ConditionSchema = closedObject(
  {
    field: Type.Enum(Object.keys(RULE_FIELDS) as RuleField[], {
      description:
        'The names of the filters of lists. `nth_message`: the place among the customer’s messages since the conversation was opened, from 1. `field`: a custom field of the contact. `held_by`: its type.',
    }),
    key: Type.Optional(
      filledText(RULES_MAX.value, 'The key of the custom field, with `field` only.'),
    ),
    operator: Type.Enum([...ALL_RULE_OPERATORS], {
      description:
        '`is`, `is_not`: one of the values, none of them; the value `none` is an absent one. `at_least`, `at_most`: of numbers and dates; never true for an absent value. `contains`, `contains_all`, `contains_none`: whole words of a text, without regard to case and accents.',
    }),
    values: Type.Array(filledText(RULES_MAX.value, 'A value, as text.'), {
      minItems: 1,
      maxItems: RULES_MAX.values,
    }),
  },
  { title: 'RuleCondition' },
)
const Match = Type.Enum(['all', 'any'], {
  description: 'Whether all conditions must be true, or one of them.',
})
const GroupSchema = closedObject(
  {
    match: Match,
    conditions: Type.Array(ConditionSchema, { minItems: 1, maxItems: RULES_MAX.conditions }),
  },
  { title: 'RuleConditionGroup' },
)

/** The conditions of a rule, nested once. */
export const ConditionsSchema = Type.Unsafe<Conditions>(
  closedObject(
    {
      match: Match,
      conditions: Type.Array(Type.Union([ConditionSchema, GroupSchema]), {
        maxItems: RULES_MAX.conditions,
        description: 'Without conditions, the rule fires at each trigger.',
      }),
    },
    { title: 'RuleConditions' },
  ),
)

const Text = filledText(MESSAGE_CHARACTERS_MAX, 'A text.')
const ReplyText = filledText(
  MESSAGE_CHARACTERS_MAX,
  'Variables are replaced as in canned replies. A variable without a value fails the action.',
)
const TagIds = Type.Array(Id, { minItems: 1, maxItems: RULES_MAX.values })

/** The kind of an action. */
function kind<T extends string>(...types: T[]) {
  return Type.Enum(types)
}

const ACTIONS: TObject[] = [
  closedObject(
    { type: kind('assign'), member_id: nullable(idText('A membership; null: nobody.')) },
    { title: 'AssignAction' },
  ),
  closedObject(
    { type: kind('set_team'), team_id: nullable(idText('A team; null: none.')) },
    { title: 'TeamAction' },
  ),
  closedObject({ type: kind('add_tags', 'remove_tags'), tag_ids: TagIds }, { title: 'TagsAction' }),
  closedObject(
    { type: kind('set_status'), status: Type.Enum(['open', 'closed']) },
    { title: 'StatusAction' },
  ),
  closedObject(
    {
      type: kind('set_priority'),
      priority: nullable(Type.Enum([...TICKET_PRIORITIES])),
    },
    { title: 'PriorityAction' },
  ),
  closedObject(
    { type: kind('hand_over'), bot_id: idText('A bot that is on.') },
    { title: 'HandOverAction' },
  ),
  closedObject(
    {
      type: kind('snooze'),
      minutes: Type.Integer({ minimum: 1, maximum: RULES_MAX.minutes }),
    },
    { title: 'SnoozeAction' },
  ),
  closedObject(
    {
      type: kind('reply'),
      text: Type.Optional(ReplyText),
      canned_reply_id: Type.Optional(idText('A canned reply, instead of a text.')),
    },
    { title: 'ReplyAction', description: 'Sends a message to the customer.' },
  ),
  closedObject(
    {
      type: kind('template'),
      name: filledText(512, 'The name of an approved template without variables.'),
      language: filledText(20, 'Its language, such as en_US.'),
    },
    { title: 'TemplateAction', description: 'Sends a template to the customer.' },
  ),
  closedObject(
    { type: kind('note'), text: Text },
    { title: 'NoteAction', description: 'Adds an internal note.' },
  ),
  closedObject(
    {
      type: kind('notify'),
      text: Text,
      ...optionals({
        member_ids: Type.Array(Id, { maxItems: RULES_MAX.values }),
        team_ids: Type.Array(Id, { maxItems: RULES_MAX.values }),
      }),
    },
    {
      title: 'NotifyAction',
      description: 'Adds an internal note that mentions members and the members of teams.',
    },
  ),
  closedObject(
    {
      type: kind('create_ticket'),
      title: filledText(200, 'The title of the ticket.'),
      ...optionals({ priority: Type.Enum([...TICKET_PRIORITIES]), team_id: idText('A team.') }),
    },
    { title: 'TicketAction', description: 'Creates a ticket of the conversation.' },
  ),
  closedObject(
    {
      type: kind('set_field'),
      key: filledText(RULES_MAX.value, 'The key of a custom field of contacts.'),
      value: nullable(filledText(RULES_MAX.value, 'Null clears the field.')),
    },
    { title: 'FieldAction' },
  ),
  closedObject(
    {
      type: kind('webhook'),
      label: filledText(RULES_MAX.name, 'Tells it from others.'),
    },
    {
      title: 'WebhookAction',
      description: 'Records `automation.triggered`.',
    },
  ),
]

/** An action of a rule or a macro. */
const ActionSchema = Type.Unsafe<Action>(Type.Union(ACTIONS, { title: 'RuleAction' }))

/** The actions of a rule or a macro. */
export const Actions = Type.Array(ActionSchema, {
  minItems: 1,
  maxItems: RULES_MAX.actions,
  description: 'They run in this order, and stop at the first that fails.',
})

/** A condition with the values that were seen. */
export const SeenConditionSchema = Type.Unsafe<SeenCondition>(
  Type.Object(
    {
      field: Type.String(),
      key: Type.Optional(Type.String()),
      operator: Type.String(),
      values: Type.Array(Type.String()),
      seen: Type.Array(Type.String(), {
        description: 'What it was. Texts are left out.',
      }),
      is_true: Type.Boolean(),
    },
    { title: 'SeenRuleCondition' },
  ),
)
