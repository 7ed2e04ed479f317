import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { notFound } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '#lib/errors.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { findChannelTypes } from '#platforms/registry/platforms.ts'
import type { MatchedTarget } from '../schema.ts'
import { chooseChannel } from './choose-channel.ts'
import { findContactChats } from './find-contact-chats.ts'
import { joinContactState } from './join-contact-state.ts'
import type { ChatRow } from './join-contact-state.ts'
import type { SendInput } from './read-send-input.ts'

/** The conversation that a message is sent to, and how it was found. */
export type ResolvedTarget = {
  chatId: string
  personId: string
  channelId: string
  matchedBy: MatchedTarget
  /** When the customer service window ends or ended; null when unknown. */
  windowExpiresAt: Date | null
  isBlocked: boolean
  /** Whether the contact is opted out of marketing messages. */
  isOptedOut: boolean
}

/** The target of a send that may open a conversation, and whose conversation does not exist yet. */
export class UnopenedConversation extends AppError {
  constructor() {
    super('conversation_not_found', 'The conversation is not opened yet.')
  }
}

/**
 * Finds the target of each input, or the error when it has none: conversation_not_found, conflicting_targets,
 * channel_not_found; `UnopenedConversation` when the input may open it.
 *
 * Runs one query for all inputs with a conversation, one more for those with only a phone, two for each that names a
 * channel, and two for each workspace that sends to an unknown phone.
 */
export async function resolveTargets(
  context: Context,
  inputs: InWorkspace<SendInput>[],
): Promise<(ResolvedTarget | AppError)[]> {
  const chatOf = await findChatsById(
    context,
    inputs.flatMap(({ workspaceId, conversationId }) =>
      conversationId ? { workspaceId, id: conversationId } : [],
    ),
    inputs.some((input) => input.conversationId && input.phoneE164),
  )
  const chatByPhone = await findChatsByPhone(
    context,
    inputs.flatMap(({ workspaceId, conversationId, open, phoneE164: phone }) =>
      conversationId || open?.channelId || !phone ? [] : { workspaceId, phone },
    ),
  )
  const byChannel = await findTargetsOnChannels(context, inputs)
  const strangers = inputs.filter(
    (input) => !input.conversationId && !input.open && !chatByPhone(input),
  )
  const fallbacks = await findFallbacks(context, strangers)

  return inputs.map((input) => {
    if (input.conversationId) {
      const chat = chatOf(input)
      if (!chat) return notFound('chats', input.conversationId)
      if (
        input.phoneE164 &&
        !phoneMatchKeys(input.phoneE164).some((key) => chat.phones!.includes(key))
      )
        return new AppError(
          'conflicting_targets',
          'conversation_id and phone_e164 belong to different contacts.',
        )
      return toTarget(chat, 'conversation_id')
    }
    const onChannel = byChannel.get(input)
    if (onChannel) return onChannel
    const chat = chatByPhone(input)
    if (chat) return toTarget(chat, 'phone_e164')
    if (input.open) return new UnopenedConversation()
    const fallback = fallbacks.get(input.workspaceId)
    if (fallback) return toTarget(fallback, 'first_conversation')
    return new AppError(
      'conversation_not_found',
      'There is no conversation with this phone number in this workspace.',
    )
  })
}

/** Finds the target of each input that names a channel: the contact's conversation on it. */
async function findTargetsOnChannels(
  context: Context,
  inputs: InWorkspace<SendInput>[],
): Promise<Map<SendInput, ResolvedTarget | AppError>> {
  const found = inputs.flatMap((input) =>
    input.open?.channelId
      ? [findOnChannel(systemScope(context, input.workspaceId), input, input.open.channelId)]
      : [],
  )
  return new Map(await Promise.all(found))
}

async function findOnChannel(
  scope: Scope,
  input: SendInput,
  channelId: string,
): Promise<[SendInput, ResolvedTarget | AppError]> {
  try {
    const channel = await chooseChannel(scope, channelId)
    const chat = (await findContactChats(scope, input, [channel])).get(channelId)
    return [input, chat ? toTarget(chat, matchedBy(input)) : new UnopenedConversation()]
  } catch (err) {
    if (err instanceof AppError) return [input, err]
    throw err
  }
}

/** Returns how a conversation of a contact was found. */
export function matchedBy({ personId }: SendInput): 'person_id' | 'phone_e164' {
  return personId ? 'person_id' : 'phone_e164'
}

/** Converts a conversation that was found by `matchedBy`. */
export function toTarget(chat: ChatRow, matchedBy: MatchedTarget): ResolvedTarget {
  return {
    chatId: chat.chat_id,
    personId: chat.person_id,
    channelId: chat.channel_id,
    matchedBy,
    windowExpiresAt: chat.window_expires_at,
    isBlocked: chat.is_blocked,
    isOptedOut: chat.is_opted_out,
  }
}

/** Returns a function that returns the conversation of an input, of its workspace only. */
async function findChatsById(
  { db }: Context,
  chats: InWorkspace<{ id: string }>[],
  withPhones: boolean,
): Promise<(input: InWorkspace<SendInput>) => ChatRow | undefined> {
  if (chats.length === 0) return () => undefined
  const asked = bulkRows('asked', chats, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    id: ['uuid', (each) => each.id],
  })
  const phones = withPhones
    ? sql`array(select case kind when 'wa_id' then '+' || value else value end from identities
        where identities.workspace_id = asked.workspace_id and identities.person_id = chats.person_id
          and kind in ('phone_e164', 'wa_id'))`
    : sql`null::text[]`
  const { rows } = await prepared<InWorkspace<ChatRow>>`
    select asked.workspace_id as "workspaceId", chats.id as chat_id, chats.person_id, chats.channel_id,
      chats.window_expires_at, ${phones} as phones, is_blocked, is_opted_out
    from (select distinct workspace_id, id from ${asked}) as asked
    join chats on chats.workspace_id = asked.workspace_id and chats.id = asked.id
    ${joinContactState(sql`asked.workspace_id`)}`.execute(db)
  const found = new Map(rows.map((row) => [`${row.workspaceId} ${row.chat_id}`, row]))
  return ({ workspaceId, conversationId }) => found.get(`${workspaceId} ${conversationId}`)
}

/**
 * Finds the conversation of each phone: the most recently active one of the contact who has that phone, else of one
 * who has another spelling of it, else of one whom a channel knows by it. Web chats are left out: a visitor is there only
 * while the page is open, and need not be who has the phone. Returns a function that returns the conversation of an input.
 */
async function findChatsByPhone(
  { db }: Context,
  phones: InWorkspace<{ phone: string }>[],
): Promise<(input: InWorkspace<SendInput>) => ChatRow | undefined> {
  const keys = phones.flatMap(({ workspaceId, phone }) =>
    phoneMatchKeys(phone).map((key) => ({ workspaceId, phone, key })),
  )
  if (keys.length === 0) return () => undefined
  const asked = bulkRows('asked', keys, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    phone: ['text', (each) => each.phone],
    key: ['text', (each) => each.key],
  })
  const hosted = findChannelTypes(({ capabilities }) => capabilities.isHosted)
  const { rows } = await prepared<InWorkspace<ChatRow & { phone: string }>>`
    select distinct on (asked.workspace_id, asked.phone) asked.workspace_id as "workspaceId", asked.phone,
      chats.id as chat_id, chats.person_id, chats.channel_id, chats.window_expires_at, is_blocked, is_opted_out
    from (select distinct workspace_id, phone, key from ${asked}) as asked
    join identities
      on identities.workspace_id = asked.workspace_id
      and ((kind = 'phone_e164' and value = asked.key) or (kind = 'wa_id' and value = substr(asked.key, 2)))
    join chats on chats.workspace_id = asked.workspace_id and chats.person_id = identities.person_id
      and not chats.is_group
    join channels on channels.workspace_id = asked.workspace_id and channels.id = chats.channel_id
      and channels.type <> all (${hosted}::text[])
    ${joinContactState(sql`asked.workspace_id`)}
    order by asked.workspace_id, asked.phone, kind = 'wa_id', asked.key <> asked.phone,
      coalesce(chats.last_message_at, chats.created_at) desc, chats.id desc`.execute(db)
  const found = new Map(rows.map((row) => [`${row.workspaceId} ${row.phone}`, row]))
  return ({ workspaceId, phoneE164 }) => found.get(`${workspaceId} ${phoneE164}`)
}

/** Finds the fallback of each workspace that sends to a stranger. */
async function findFallbacks(
  context: Context,
  strangers: InWorkspace<SendInput>[],
): Promise<Map<string, ChatRow | undefined>> {
  const ids = new Set(strangers.map(({ workspaceId }) => workspaceId))
  const found = [...ids].map(
    async (id) => [id, await findFallback(systemScope(context, id))] as const,
  )
  return new Map(await Promise.all(found))
}

/** Finds the workspace's oldest conversation, when its setting sends messages for unknown phones there. */
async function findFallback(scope: Scope): Promise<ChatRow | undefined> {
  // A caller who sees only a part would write to the oldest conversation of that part.
  if (scope.viewer) return undefined
  const workspace = await getWorkspace(scope, scope.workspaceId)
  if (workspace.unmatched_phone !== 'first_conversation') return undefined
  const { rows } = await sql<ChatRow>`
    select id as chat_id, person_id, channel_id, window_expires_at, is_blocked, is_opted_out
    from chats
    ${joinContactState(scope.workspaceId)}
    where workspace_id = ${scope.workspaceId} and not is_group
    order by created_at, id
    limit 1`.execute(scope.db)
  return rows[0]
}
