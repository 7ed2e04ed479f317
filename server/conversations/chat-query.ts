import type { Scope } from '#db/context.ts'

/**
 * Selects the ids of a workspace's conversations and the times of their last activity. `readChats` reads the rest for
 * those of a page.
 */
export function chatQuery(scope: Scope) {
  return scope.db
    .selectFrom('chats')
    .innerJoin('chat_activity', 'chat_activity.chat_id', 'chats.id')
    .where('chats.workspace_id', '=', scope.workspaceId)
    .where('chat_activity.workspace_id', '=', scope.workspaceId)
    .select([
      'chats.id',
      'chat_activity.chat_id',
      'chat_activity.activity_at',
      'chat_activity.waiting_since',
      'chat_activity.sla_due_at',
    ])
}
