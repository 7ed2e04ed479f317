/** What makes a rule look at a conversation: something that happened. */
export const RULE_EVENTS = [
  'message_received',
  'message_sent',
  'conversation_created',
  'conversation_updated',
  'note_created',
  'ticket_created',
  'ticket_updated',
] as const

/** Something that happened to a conversation. */
export type RuleEvent = (typeof RULE_EVENTS)[number]

/**
 * What makes a rule look at a conversation after a time: its customer waits for an answer, has not answered our last message, or it
 * has been closed for so long.
 */
export const RULE_TIMERS = ['waiting', 'silent', 'closed'] as const

/** A state of a conversation that lasts. */
export type RuleTimer = (typeof RULE_TIMERS)[number]

/** Every trigger of a rule. */
export const RULE_TRIGGERS = [...RULE_EVENTS, ...RULE_TIMERS] as const

/** A trigger of a rule. */
export type RuleTrigger = (typeof RULE_TRIGGERS)[number]

/** The fields of a conversation whose change a rule can wait for. */
export const RULE_CHANGES = ['status', 'assignee_id', 'team_id', 'tag_id', 'priority'] as const

/** A field of a conversation whose change a rule can wait for. */
export type RuleChange = (typeof RULE_CHANGES)[number]

/** The kind of value that each field of a condition has. The names are those of the filters of lists. */
export const RULE_FIELDS = {
  status: 'choice',
  channel_id: 'id',
  channel_type: 'choice',
  person_id: 'id',
  assignee_id: 'id',
  team_id: 'id',
  tag_id: 'id',
  priority: 'choice',
  held_by: 'choice',
  unread: 'boolean',
  waiting: 'boolean',
  text: 'text',
  message_type: 'choice',
  nth_message: 'number',
  within_business_hours: 'boolean',
  opted_out: 'boolean',
  language: 'choice',
  ticket_status: 'choice',
  ticket_priority: 'choice',
  ticket_type: 'id',
  ticket_field: 'field',
  field: 'field',
} as const

/** A field of a condition. */
export type RuleField = keyof typeof RULE_FIELDS

/** How a condition compares, by the kind of its field. The first one is the usual one. */
export const RULE_OPERATORS = {
  choice: ['is', 'is_not'],
  id: ['is', 'is_not'],
  boolean: ['is'],
  number: ['is', 'at_least', 'at_most'],
  text: ['contains', 'contains_all', 'contains_none'],
  field: ['is', 'is_not', 'at_least', 'at_most'],
} as const

/** How a condition compares. */
export type RuleOperator = (typeof RULE_OPERATORS)[keyof typeof RULE_OPERATORS][number]

/** Every operator, once. */
export const ALL_RULE_OPERATORS: readonly RuleOperator[] = [
  ...new Set(Object.values(RULE_OPERATORS).flat()),
]

/** Every kind of action of a rule or a macro, in the order in which an editor offers them. */
export const RULE_ACTIONS = [
  'assign',
  'set_team',
  'add_tags',
  'remove_tags',
  'set_status',
  'set_priority',
  'snooze',
  'hand_over',
  'reply',
  'template',
  'note',
  'notify',
  'create_ticket',
  'set_field',
  'webhook',
] as const

/** A kind of action. */
export type RuleAction = (typeof RULE_ACTIONS)[number]

/** How often a rule fires for one conversation: at each event, once from its opening until it is closed, or once. */
export const RULE_REPEATS = ['always', 'round', 'once'] as const

/** How often a rule fires for one conversation. */
export type RuleRepeat = (typeof RULE_REPEATS)[number]

/** Why a rule switched itself off: something it names was deleted, or it and another program answered each other without end. */
export const RULE_OFF_REASONS = ['missing', 'loop'] as const

/** Why a rule switched itself off. */
export type RuleOffReason = (typeof RULE_OFF_REASONS)[number]

/** What became of a firing: all actions are done, or those before one that failed. */
export const FIRING_RESULTS = ['done', 'partly'] as const

/** What became of a firing. */
export type FiringResult = (typeof FIRING_RESULTS)[number]

/**
 * Why a rule did not fire: who caused the event, what it changed, a condition, an event that it caused itself, the third firing in a
 * chain, an earlier rule that stops, an earlier firing, or a state that ended before its time; and, of a conversation only: nothing
 * happened that it looks at, it was off then, or it still waits.
 */
export const RULE_MISSES = [
  'author',
  'unchanged',
  'condition',
  'own_event',
  'chain',
  'stopped',
  'repeated',
  'ended',
  'trigger',
  'off',
  'waits',
] as const

/** Why a rule did not fire. */
export type RuleMiss = (typeof RULE_MISSES)[number]

/** Limits of rules and macros of a workspace. Texts are in characters. */
export const RULES_MAX = {
  rules: 200,
  macros: 200,
  name: 80,
  conditions: 20,
  values: 50,
  value: 200,
  actions: 10,
  minutes: 43_200,
  /** How many firings can follow each other, each on an event that the former one caused. */
  chain: 3,
  /** How often a rule fires in `loopMinutes` for one conversation on events that no person caused, before it switches itself off. */
  loop: 20,
  loopMinutes: 10,
} as const

/** Most events that a trial of a rule looks at, and how many days it goes back. */
export const RULE_TRIAL_MAX = { events: 10_000, days: 30, conversations: 100 } as const

/** Days for which it is kept why rules did not fire. */
export const RULE_CHECKS_KEPT_DAYS = 7
