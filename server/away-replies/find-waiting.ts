import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { Channels } from '#db/tables/channels.ts'
import { holderAt } from '#conversations/holder-at.ts'
import type { AwayCondition, AwayText } from '#shared/away-replies.ts'

/**
 * A conversation that may get an away reply, with the settings of its team, what its customer wrote last, and the facts that decide whether
 * anything can be sent. `language`: that of the contact, else of the web chat.
 */
export type WaitingChat = {
  id: string
  person_id: string
  team_id: string | null
  condition: AwayCondition
  texts: AwayText[]
  wrote: string | null
  wrote_at: Date
  language: string | null
  is_blocked: boolean
  has_access_token: boolean
} & Pick<Selectable<Channels>, 'type' | 'account_status' | 'account_reason'>

/**
 * Finds those of these conversations that may get an away reply: the team has switched it on, the customer waits, nobody has answered
 * since the conversation was opened last, neither another app nor a bot holds it, and there was no away reply since, nor one to the contact within the pause
 * of the team. Leaves out groups, blocked contacts, and contacts who opted out with what they wrote last.
 */
export async function findWaiting(
  scope: Scope,
  chatIds: readonly string[],
): Promise<WaitingChat[]> {
  const { workspaceId } = scope
  const now = scope.clock.now()
  const { rows } = await prepared<WaitingChat>`
    select chats.id, chats.person_id, chats.team_id, settings.condition, settings.texts, chats.last_message_text as wrote,
      last.wrote_at, coalesce(people.language, web_chats.language) as language, false as is_blocked, channels.type, channels.account_status, channels.account_reason,
      channels.access_token is not null as has_access_token
    from chats
    join chat_activity as activity on activity.workspace_id = ${workspaceId} and activity.chat_id = chats.id
    join away_settings as settings
      on settings.workspace_id = ${workspaceId} and settings.team_id is not distinct from chats.team_id and settings.is_on
    join people on people.workspace_id = ${workspaceId} and people.id = chats.person_id
    join channels on channels.workspace_id = ${workspaceId} and channels.id = chats.channel_id
    left join web_chats on web_chats.workspace_id = ${workspaceId} and web_chats.channel_id = chats.channel_id
    cross join lateral (
      select coalesce(chats.opened_at, chats.created_at) as round_at,
        coalesce(chats.customer_wrote_at, activity.waiting_since) as wrote_at
    ) as last
    where chats.workspace_id = ${workspaceId} and chats.id = any (${chatIds}::uuid[])
      and chats.status = 'open' and activity.waiting_since is not null and not chats.is_group
      and coalesce(${holderAt(now)}, 'workspace') = 'workspace'
      and not exists (
        select from bots where bots.workspace_id = ${workspaceId} and bots.id = chats.assignee_id
      )
      and people.blocked_at is null and (people.opted_out_at is null or people.opted_out_at < last.wrote_at)
      and not exists (
        select from away_replies
        where away_replies.workspace_id = ${workspaceId} and away_replies.chat_id = chats.id
          and away_replies.round_at = last.round_at
      )
      and not exists (
        select from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id
          and messages.created_at >= last.round_at and messages.direction = 'outbound' and messages.status <> 'failed'
          and (messages.author_type in ('member', 'api_key') or messages.origin = 'echo')
      )
      and not exists (
        select from chats as other
        join away_replies as former
          on former.workspace_id = ${workspaceId} and former.chat_id = other.id and former.message_id is not null
        where other.workspace_id = ${workspaceId} and other.person_id = chats.person_id
          and former.created_at > ${now}::timestamptz - settings.pause_hours * interval '1 hour'
      )
    order by chats.id`.execute(scope.db)
  return rows
}
