import type { ActorType } from './actors.ts'
import type { ConversationStatus } from './conversations.ts'
import type {
  RuleAction,
  RuleChange,
  RuleEvent,
  RuleField,
  RuleMiss,
  RuleOffReason,
  RuleOperator,
  RuleTrigger,
} from './rules.ts'
import type { TicketPriority } from './tickets.ts'

/** What makes a rule look at a conversation, and after how many minutes, of business hours or of all. */
export type Trigger = {
  on: RuleTrigger
  by?: ActorType[]
  changed?: RuleChange[]
  after_minutes?: number
  in_business_hours?: boolean
}

/** A comparison of a field with values. `key` is that of a custom field of the contact. */
export type Condition = {
  field: RuleField
  key?: string
  operator: RuleOperator
  values: string[]
}

/** Conditions that must all be true, or of which one must be. */
export type ConditionGroup = { match: 'all' | 'any'; conditions: Condition[] }

/** The conditions of a rule: plain ones, and groups of them. */
export type Conditions = { match: 'all' | 'any'; conditions: (Condition | ConditionGroup)[] }

/** An action of a rule or a macro. Null unassigns, removes from the team, or clears the priority or the field. */
export type Action =
  | { type: 'assign'; member_id: string | null }
  | { type: 'set_team'; team_id: string | null }
  | { type: 'add_tags' | 'remove_tags'; tag_ids: string[] }
  | { type: 'set_status'; status: 'open' | 'closed' }
  | { type: 'set_priority'; priority: TicketPriority | null }
  | { type: 'snooze'; minutes: number }
  | { type: 'hand_over'; bot_id: string }
  | { type: 'reply'; text?: string; canned_reply_id?: string }
  | { type: 'template'; name: string; language: string }
  | { type: 'note'; text: string }
  | { type: 'notify'; text: string; member_ids?: string[]; team_ids?: string[] }
  | { type: 'create_ticket'; title: string; priority?: TicketPriority; team_id?: string }
  | { type: 'set_field'; key: string; value: string | null }
  | { type: 'webhook'; label: string }

/** The parts of a conversation that a macro can restore. Times are RFC 3339. */
export type MacroState = {
  status: ConversationStatus
  snoozed_until: string | null
  assignee_id: string | null
  team_id: string | null
  priority: TicketPriority | null
  tag_ids: string[]
}

/**
 * What a macro did in a conversation: the state before and after, the values of custom fields, the notes and the held replies that it
 * created, and the actions that cannot be undone.
 */
export type MacroDone = {
  before: MacroState
  after: MacroState
  fields: { key: string; before: string | null; after: string | null }[]
  note_ids: string[]
  held_ids: string[]
  kept: RuleAction[]
}

/** A condition with the values that were seen, as text; none: it had no value. */
export type SeenCondition = Condition & { seen: string[]; is_true: boolean }

/** An action of a firing. `error`: the code and the message of why it failed; then nothing follows it. */
export type FiredAction = { type: RuleAction; error?: { code: string; message: string } }

/** Why a rule did not fire, and the conditions that decided it. `at`: when, if it was later than the event (RFC 3339). */
export type StoredMiss = { rule_id: string; miss: RuleMiss; seen: SeenCondition[]; at?: string }

/** What happened to a conversation, without its state, which is read when a rule that waits is due. `at`: milliseconds since 1970. */
export type WaitingMoment = {
  position: number
  at: number
  events: readonly RuleEvent[]
  by: ActorType
  chain: readonly string[]
  changed: readonly RuleChange[]
  message_id: string | null
  /** Its type and its fields are read when a rule that waits is due. */
  ticket: { id?: string; status: string; priority: string } | null
}

/** Something that a rule names and that does not exist. */
export type MissingPart = {
  kind:
    | 'member'
    | 'bot'
    | 'team'
    | 'tag'
    | 'channel'
    | 'canned_reply'
    | 'template'
    | 'field'
    | 'ticket_type'
    | 'ticket_field'
  id: string
}

/** Why a rule switched itself off, when (RFC 3339), and what it names that does not exist. */
export type RuleOff = { reason: RuleOffReason; at: string; missing: MissingPart[] }
