import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import type { Macros } from '#db/tables/rules.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { itemAt } from '#lib/item-at.ts'
import { FailedAction, runActions } from '#rules/run-actions.ts'
import type { RuleAction } from '#shared/rules.ts'
import type { RouteScope } from '#shared/scopes.ts'

/** The scope that each action needs: that of its route; a webhook reports on the conversation. */
const SCOPES: Record<RuleAction, RouteScope> = {
  assign: 'chats:write',
  set_team: 'chats:write',
  add_tags: 'chats:write',
  remove_tags: 'chats:write',
  set_status: 'chats:write',
  set_priority: 'chats:write',
  hand_over: 'chats:write',
  snooze: 'chats:write',
  reply: 'messages:write',
  template: 'messages:write',
  note: 'notes:write',
  notify: 'notes:write',
  create_ticket: 'tickets:write',
  set_field: 'contacts:write',
  webhook: 'chats:write',
}

/** Returns the scopes that a macro needs of the one who runs it. */
export function scopesOf({ actions }: Pick<Selectable<Macros>, 'actions'>): RouteScope[] {
  return [...new Set(actions.map(({ type }) => SCOPES[type]))]
}

/**
 * Runs a macro on conversations, in the name of the scope's actor, in one transaction: all of its actions or none. `members`: those of
 * `findNamedMembers`. The caller has checked `scopesOf`.
 *
 * @throws {AppError} conversation_not_found, action_failed
 */
export async function runMacro(
  scope: Scope,
  { macro, members }: { macro: Selectable<Macros>; members: PresentMembers },
  chatIds: string[],
): Promise<{ conversation_ids: string[] }> {
  const ids = chatIds.map((id) => id.toLowerCase()).toSorted()
  return transaction(scope, async (tx) => {
    for (const id of ids)
      if (!(await runActions(tx, id, macro.actions, members).catch(toActionFailed(macro))))
        throw notFound('chats', id)
    await sql`
      update macros set uses = uses + ${ids.length}
      where workspace_id = ${tx.workspaceId} and id = ${macro.id}`.execute(tx.db)
    return { conversation_ids: ids }
  })
}

/** Returns a handler of errors that says which action failed, and why. */
function toActionFailed({ actions }: Pick<Selectable<Macros>, 'actions'>) {
  return (err: unknown): never => {
    if (!(err instanceof FailedAction)) throw err
    const { index, reason } = err
    const message = `Nothing was changed. Action ${index + 1}, ${itemAt(actions, index).type}: ${reason.message}`
    throw new AppError('action_failed', message, { cause: reason })
  }
}
