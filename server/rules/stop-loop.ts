import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { selectFrom } from '#db/select-from.ts'
import { RULES_MAX } from '#shared/rules.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import { isAnswer } from './fire.ts'
import { switchOffRule } from './switch-off-rule.ts'

/**
 * Switches a rule off that has fired again and again for a conversation at events that no person caused: it and another program, or the
 * product itself, answer each other. Its own events never reach it. Returns whether it is off now.
 */
export async function stopLoop(scope: Scope, rule: Rule, moment: Moment): Promise<boolean> {
  if (!isAnswer(moment)) return false
  const since = new Date(scope.clock.now().getTime() - RULES_MAX.loopMinutes * 60_000)
  const count = await countRows(
    selectFrom(scope, 'rule_firings')
      .where('rule_id', '=', rule.id)
      .where('chat_id', '=', moment.chat.id)
      .where('is_answer', '=', true)
      .where('created_at', '>', since),
  )
  if (count < RULES_MAX.loop) return false
  await switchOffRule(scope, rule.id, 'loop', [])
  return true
}
