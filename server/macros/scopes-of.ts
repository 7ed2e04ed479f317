import type { Selectable } from 'kysely'
import type { Macros } from '#db/tables/rules.ts'
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
