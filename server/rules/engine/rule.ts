import type { Action, Conditions, Trigger } from '#shared/rule-parts.ts'
import type { RuleRepeat } from '#shared/rules.ts'

/** A rule, as the engine evaluates it. */
export type Rule = {
  id: string
  name: string
  trigger: Trigger
  conditions: Conditions
  actions: Action[]
  repeat: RuleRepeat
  stops: boolean
}
