import { heldBy } from '#conversations/held-by.ts'
import { RULE_EVENTS, RULES_MAX } from '#shared/rules.ts'
import type { RuleEvent, RuleMiss } from '#shared/rules.ts'
import type { ActorType } from '#shared/actors.ts'
import type { Condition, ConditionGroup, Conditions, SeenCondition } from '#shared/rule-parts.ts'
import { containsWords, foldText } from './contains-words.ts'
import type { Moment } from './moment.ts'
import type { Rule } from './rule.ts'

/** Whether a rule fires, and what decided it. */
type Decision =
  | { fires: true; seen: SeenCondition[] }
  | { fires: false; miss: RuleMiss; seen: SeenCondition[] }

/** Whether a business is open at a time, by the id of the team, null without one; undefined: nobody has set hours. */
export type IsOpen = (teamId: string | null, at: number) => boolean | undefined

const EVENTS: ReadonlySet<string> = new Set(RULE_EVENTS)
const DEFAULT_AUTHORS: readonly ActorType[] = ['person']

/**
 * Decides whether a rule fires at a moment. It reads nothing else, so that a trial on earlier events decides as the rule itself.
 * `isDue`: its time has come, so what happened then counts no longer.
 */
export function decide(rule: Rule, moment: Moment, isOpen: IsOpen, isDue = false): Decision {
  const refuse = (miss: RuleMiss, seen: SeenCondition[] = []): Decision => ({
    fires: false,
    miss,
    seen,
  })
  const { by = DEFAULT_AUTHORS, changed, on } = rule.trigger
  if (moment.chain.includes(rule.id)) return refuse('own_event')
  if (moment.chain.length >= RULES_MAX.chain) return refuse('chain')
  if (!isDue && EVENTS.has(on)) {
    if (!by.includes(moment.by)) return refuse('author')
    if (changed?.length && !changed.some((field) => moment.changed.includes(field)))
      return refuse('unchanged')
  }
  const { isTrue, seen } = evaluate(rule.conditions, moment, isOpen)
  return isTrue ? { fires: true, seen } : refuse('condition', seen)
}

/** Returns whether a rule looks at a moment at all. */
export function isTriggered({ trigger: { on } }: Rule, moment: Moment): boolean {
  return !EVENTS.has(on) || moment.events.includes(on as RuleEvent)
}

/** Evaluates conditions. `seen` has those that decided it: the first false one, or all. */
function evaluate(
  { match, conditions }: Conditions,
  moment: Moment,
  isOpen: IsOpen,
): { isTrue: boolean; seen: SeenCondition[] } {
  const seen: SeenCondition[] = []
  for (const each of conditions) {
    const result = isGroup(each)
      ? evaluate(each, moment, isOpen)
      : evaluateOne(each, moment, isOpen)
    if (match === 'all' && !result.isTrue) return { isTrue: false, seen: result.seen }
    if (match === 'any' && result.isTrue) return { isTrue: true, seen: result.seen }
    seen.push(...result.seen)
  }
  return { isTrue: match === 'all' || conditions.length === 0, seen }
}

function isGroup(each: Condition | ConditionGroup): each is ConditionGroup {
  return 'match' in each
}

function evaluateOne(condition: Condition, moment: Moment, isOpen: IsOpen) {
  const values = readValues(condition, moment, isOpen)
  const isTrue = compare(condition, values)
  return { isTrue, seen: [{ ...condition, seen: values, is_true: isTrue }] }
}

/** Compares the values that a field has. What is absent is nothing: neither small nor large, and only `none` names it. */
function compare({ operator, values }: Condition, seen: string[]): boolean {
  const isOneOf = () =>
    values.some((value) => (value === 'none' && seen.length === 0) || seen.includes(value))
  const asNumbers = (compareTo: (a: number, b: number) => boolean) =>
    seen.some((each) => values.some((value) => compareTo(Number(each), Number(value))))
  switch (operator) {
    case 'is':
      return isOneOf()
    case 'is_not':
      return !isOneOf()
    case 'at_least':
      return isText(seen, values) ? seen[0]! >= values[0]! : asNumbers((a, b) => a >= b)
    case 'at_most':
      return isText(seen, values) ? seen[0]! <= values[0]! : asNumbers((a, b) => a <= b)
    case 'contains':
    case 'contains_all':
    case 'contains_none': {
      const [text] = seen
      if (text === undefined) return operator === 'contains_none'
      const folded = foldText(text)
      const found = (value: string) => containsWords(text, folded, value)
      if (operator === 'contains_all') return values.every(found)
      return values.some(found) === (operator === 'contains')
    }
  }
}

/** Returns whether values are compared as texts, as dates of the form YYYY-MM-DD are. */
function isText(seen: string[], values: string[]): boolean {
  return seen.length > 0 && values.length > 0 && Number.isNaN(Number(values[0]))
}

/** Returns the values that a field has at a moment, as text. */
function readValues({ field, key }: Condition, moment: Moment, isOpen: IsOpen): string[] {
  const { chat, message, ticket, contact } = moment
  const one = (value: unknown) =>
    value === null || value === undefined ? [] : [String(value as string)]
  switch (field) {
    case 'status':
    case 'channel_id':
    case 'channel_type':
    case 'person_id':
    case 'assignee_id':
    case 'team_id':
      return one(chat[field])
    case 'priority':
      return one(chat.priority)
    case 'held_by':
      return one(heldBy({ ...chat, holder_version: 0 }).type)
    case 'tag_id':
      return chat.tag_ids
    case 'unread':
      return one(chat.unread)
    case 'waiting':
      return one(chat.waiting_since !== null)
    case 'text':
      return one(message?.text)
    case 'message_type':
      return one(message?.type)
    case 'nth_message':
      return one(message?.nth)
    case 'within_business_hours':
      return one(isOpen(chat.team_id, moment.at))
    case 'opted_out':
      return one(contact.opted_out)
    case 'language':
      // `pt` also finds `pt-BR`, as in the filter of lists.
      return toLanguages(contact.language)
    case 'ticket_status':
      return one(ticket?.status)
    case 'ticket_priority':
      return one(ticket?.priority)
    case 'ticket_type':
      return one(ticket?.type_id)
    case 'ticket_field':
      return one(ticket?.fields[key ?? ''])
    case 'field':
      return one(contact.fields[key ?? ''])
  }
}

function toLanguages(tag: string | null): string[] {
  if (tag === null) return []
  const [language = tag] = tag.split('-')
  return [...new Set([tag, language])]
}
