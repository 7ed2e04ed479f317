import type { Scope } from '#db/context.ts'
import type { Rule } from './engine/rule.ts'
import { findMissing } from './find-missing.ts'
import { switchOffRule } from './switch-off-rule.ts'

/** Switches rules off that name something that does not exist any more. Returns the others. */
export async function switchOffBroken(scope: Scope, rules: Rule[]): Promise<Rule[]> {
  const missing = await findMissing(scope, rules)
  for (const [index, { id }] of rules.entries())
    if (missing[index]!.length > 0) await switchOffRule(scope, id, 'missing', missing[index]!)
  return rules.filter((_, index) => missing[index]!.length === 0)
}
