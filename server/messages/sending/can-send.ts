import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { isTestKey } from '#channels/is-test-key.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { isUuid } from '#lib/ids.ts'
import { adviseError } from '#platforms/advise-error.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { Chats } from '#db/tables/conversations.ts'
import type { Channels } from '#db/tables/channels.ts'
import { findPrices } from '#pricing/find-prices.ts'
import type { CanSend } from '../can-send-schema.ts'
import { countryOfRecipient } from '../country-of-recipient.ts'
import type { SendFacts } from '../find-obstacle.ts'
import { nextMessageIn } from '../next-message-in.ts'
import { nextInPair, pairRateOf, readPairs } from './create-number-pace.ts'

type Row = Pick<Selectable<Chats>, 'window_expires_at' | 'is_group' | 'recipient'> &
  Pick<
    Selectable<Channels>,
    | 'send_pair_burst'
    | 'send_held_until'
    | 'send_error_code'
    | 'send_error_message'
    | 'send_stopped_at'
  > &
  SendFacts & {
    approved: number
    queued: number
    waits_until: Date | null
    wait_code: string | null
  }

/**
 * Returns what can be sent to a conversation now, why not, and what would delay it. A rate or a refused account only
 * delays messages; to a blocked contact, without a connection or within a closed window they are not accepted at all.
 *
 * @throws {AppError} conversation_not_found
 */
export async function canSend(scope: Scope, conversationId: string): Promise<CanSend> {
  const row = isUuid(conversationId) ? await findRow(scope, conversationId) : undefined
  if (!row) throw notFound('chats', conversationId)
  const id = conversationId.toLowerCase()
  const now = scope.clock.now()
  const { threadControl } = findPlatform(row.type).capabilities
  return {
    conversation_id: id,
    ...nextMessageIn(row, now),
    handover: {
      is_supported: threadControl !== null && !row.is_group,
      sending_takes_over: threadControl?.sendingTakesOver === true && !row.is_group,
    },
    approved_templates: row.approved,
    holds: await findHolds(scope, id, row),
    files: listFiles(row.type),
    categories: findPlatform(row.type).capabilities.chargesMessages
      ? await estimateCosts(scope, { ...row, id })
      : [],
    queued_messages: row.queued,
  }
}

function listFiles(type: Row['type']): CanSend['files'] {
  return Object.entries(findPlatform(type).capabilities.sending?.media ?? {}).map(
    ([name, { mimeTypes, bytesMax }]) => ({
      type: name,
      mime_types: [...mimeTypes],
      bytes_max: bytesMax,
    }),
  )
}

async function findHolds(scope: Scope, id: string, row: Row): Promise<CanSend['holds']> {
  const now = scope.clock.now()
  const { errors } = findPlatform(row.type)
  const holds: CanSend['holds'] = []
  const { send_error_code: code, send_held_until: heldUntil } = row
  if (code !== null && (row.send_stopped_at || (heldUntil && heldUntil > now)))
    holds.push({
      code,
      affects: 'channel',
      until: heldUntil,
      reason: row.send_error_message ?? code,
      advice: adviseError(errors, code, { outcome: row.send_stopped_at ? 'stop' : 'throttle' }),
    })
  const rate = row.is_group ? null : pairRateOf(row)
  const freeAt = rate
    ? nextInPair((await readPairs(scope, [id], rate)).get(id), now, rate)
    : undefined
  // Without a hold, the head's due time is only the deadline of an open attempt.
  const isHeld = row.wait_code !== null && errors.classify(row.wait_code) === 'hold'
  const heldTo = isHeld ? row.waits_until : null
  if (freeAt || isHeld)
    holds.push({
      code: 'pair_rate',
      affects: 'conversation',
      until: freeAt && (!heldTo || freeAt > heldTo) ? freeAt : heldTo,
      reason:
        'This customer already received as many messages as the platform allows for one recipient.',
      advice: adviseError(errors, 'pair_rate', { outcome: 'hold' }),
    })
  return holds
}

async function findRow(scope: Scope, id: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select window_expires_at, is_group, recipient, not is_group and people.blocked_at is not null as is_blocked, not is_group and people.opted_out_at is not null as is_opted_out, channels.type, access_token is not null as has_access_token,
      ${isTestKey(scope.actor)}::boolean and not is_simulated as needs_live_key,
      account_status, account_reason, send_pair_burst, send_held_until, send_error_code, send_error_message, send_stopped_at,
      (
        select count(*)::integer from templates
        where templates.workspace_id = ${scope.workspaceId}
          and templates.business_account = channels.business_account
          and templates.status in ('APPROVED', 'FLAGGED')
      ) as approved,
      (
        select count(*)::integer from messages
        where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = chats.id
          and messages.channel_id = chats.channel_id and messages.status = 'queued' and messages.send_due_at is not null
      ) as queued,
      head.send_due_at as waits_until, head.error_code as wait_code
    from chats
    join channels on channels.workspace_id = ${scope.workspaceId} and channels.id = chats.channel_id
    join people on people.workspace_id = ${scope.workspaceId} and people.id = chats.person_id
    left join lateral (
      select send_due_at, error_code from messages
      where messages.workspace_id = ${scope.workspaceId} and messages.chat_id = chats.id
        and messages.channel_id = chats.channel_id and messages.status = 'queued' and messages.send_due_at is not null
      order by messages.id
      limit 1
    ) as head on true
    where chats.workspace_id = ${scope.workspaceId} and chats.id = ${id}`.execute(scope.db)
  return rows[0]
}

/** How long messages stay free after the reply to an advertisement. Source: WhatsApp pricing, free entry points. */
const FREE_ENTRY_MS = 72 * 3_600_000
const CATEGORIES = ['service', 'utility', 'marketing', 'authentication'] as const

/**
 * Returns the category that each kind of message to a conversation would fall into, and its estimated cost: free within
 * a free entry point that the platform has reported, else the price of the recipient's country.
 */
async function estimateCosts(
  scope: Scope,
  chat: { id: string; recipient: string; is_group: boolean },
): Promise<CanSend['categories']> {
  const now = scope.clock.now()
  const since = new Date(now.getTime() - FREE_ENTRY_MS)
  const { rows } = await sql<{ began_at: Date | null }>`
    select min(created_at) as began_at from messages
    where workspace_id = ${scope.workspaceId} and chat_id = ${chat.id}
      and created_at > ${since}::timestamptz
      and pricing ->> 'type' = 'free_entry_point'`.execute(scope.db)
  const began = rows[0]?.began_at
  const freeUntil = began ? new Date(began.getTime() + FREE_ENTRY_MS) : null
  const country = chat.is_group ? undefined : countryOfRecipient(chat.recipient)
  const prices =
    country === undefined ? new Map<string, never>() : await findPrices(scope, country, now)
  return CATEGORIES.map((category) => ({
    category,
    message: category === 'service' ? ('free_form' as const) : ('template' as const),
    free_until: freeUntil,
    estimated_cost: freeUntil ? null : (prices.get(category) ?? null),
  }))
}
