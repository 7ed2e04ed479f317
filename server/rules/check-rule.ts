import { requireLanguage } from '#contacts/require-language.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import type { Action, Condition, MissingPart, Trigger } from '#shared/rule-parts.ts'
import { RULE_FIELDS, RULE_OPERATORS } from '#shared/rules.ts'
import { isTimer } from './engine/find-episode.ts'
import { plainConditions } from './to-rule-set.ts'
import type { RuleInput } from './schema.ts'

/** Checks what the shapes of a rule cannot say. @throws {AppError} validation_failed */
export function checkRule({ trigger, conditions, actions }: RuleInput): void {
  if (trigger) checkTrigger(trigger)
  for (const each of plainConditions(conditions?.conditions ?? [])) checkCondition(each)
  checkActions(actions ?? [])
}

function checkTrigger({ on, by, changed, after_minutes: minutes }: Trigger): void {
  if (isTimer(on) && !minutes) throw invalidField('trigger.after_minutes', `is required for ${on}`)
  if (isTimer(on) && (by || changed))
    throw invalidField(by ? 'trigger.by' : 'trigger.changed', `cannot be combined with ${on}`)
  if (changed?.length && on !== 'conversation_updated')
    throw invalidField('trigger.changed', 'requires conversation_updated')
}

function checkCondition({ field, operator, key, values }: Condition): void {
  const kind = RULE_FIELDS[field]
  const operators: readonly string[] = RULE_OPERATORS[kind]
  if (!operators.includes(operator))
    throw invalidField('conditions', `with ${field} take one of ${operators.join(', ')}`)
  if ((kind === 'field') !== (key !== undefined))
    throw invalidField(
      'conditions',
      'take a key with the fields "field" and "ticket_field" only, and need one there',
    )
  if (kind === 'boolean' && !values.every((value) => value === 'true' || value === 'false'))
    throw invalidField('conditions', `with ${field} take true or false`)
  if (field === 'language')
    for (const value of values)
      if (value !== 'none' && requireLanguage('conditions', value) !== value)
        throw invalidField('conditions', `with language take tags such as pt-BR, not ${value}`)
  if (kind === 'number' && values.some((value) => Number.isNaN(Number(value))))
    throw invalidField('conditions', `with ${field} take numbers`)
}

/** Checks what the shapes of actions cannot say. @throws {AppError} validation_failed */
export function checkActions(actions: readonly Action[]): void {
  for (const action of actions) {
    if (action.type === 'reply' && (action.text === undefined) === !action.canned_reply_id)
      throw invalidField('actions', 'of the type reply take a text or a canned_reply_id')
    if (action.type === 'notify' && !action.member_ids?.length && !action.team_ids?.length)
      throw invalidField('actions', 'of the type notify need member_ids or team_ids')
  }
}

/** Returns a trigger without the fields that are null. */
export function toStoredTrigger(trigger: Trigger): string {
  return JSON.stringify(trigger, (_name, value: unknown) => value ?? undefined)
}

/** Refuses what names something that does not exist. @throws {AppError} validation_failed */
export function refuseMissing(missing: readonly MissingPart[]): void {
  const [first] = missing
  if (!first) return
  const kind = first.kind.replaceAll('_', ' ')
  throw new AppError('validation_failed', `There is no ${kind} ${first.id} in this workspace.`, {
    fields: missing.map(({ kind: each, id }) => ({
      field: 'actions',
      code: 'not_found',
      message: `names the ${each.replaceAll('_', ' ')} ${id}, which does not exist`,
    })),
  })
}

/** Returns a handler of errors that throws rule_taken for the violation of a unique name. */
export function ruleTaken(name: string) {
  return refuseTaken('rule_taken', `A rule named ${name} already exists.`)
}
