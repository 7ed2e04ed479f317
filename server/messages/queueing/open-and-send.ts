import { sql } from 'kysely'
import { matchPerson } from '#contacts/match-person.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Scope } from '#context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { openChat } from '#conversations/open-chat.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { findChannelTypes, findPlatform } from '#platforms/registry/platforms.ts'
import { prepareSend, readStoredAnswers } from './prepare-sends.ts'
import type { Send } from './prepare-sends.ts'
import type { PendingEvent } from '../receiving/platform-message.ts'
import { readReferences } from './read-references.ts'
import { findTargetByPhone } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'
import { writeSends } from './write-sends.ts'

/**
 * Sends a template to a phone; where that has no conversation, the person (matched as a contact is) and the
 * conversation are made with it. All of it and the idempotency key are one transaction.
 *
 * Codes: channel_not_found, channel_not_connected, validation_failed, template_not_usable, idempotency_key_reused.
 */
export async function openAndSend(scope: Scope, send: Send): Promise<StoredAnswer> {
  return transaction(scope, async (tx) => {
    const stored = await claimKey(tx, send)
    if (stored) return stored
    const known = await findTargetByPhone(tx, send.phoneE164!)
    const { target, events } = known ? { target: known, events: [] } : await open(tx, send)
    const references = await readReferences(tx, [send], [target])
    const prepared = prepareSend(tx, send, target, references(send, target))
    await recordEvents(tx, events)
    const [written] = await writeSends(tx, [
      { ...prepared, send: { ...send, idempotency: undefined } },
    ])
    if (written?.status !== 'fulfilled') throw written?.reason ?? new Error('Nothing was written.')
    await keepAnswer(tx, send, written.value.body)
    return written.value
  })
}

async function open(
  tx: Scope,
  send: Send,
): Promise<{ target: ResolvedTarget; events: PendingEvent[] }> {
  const channel = await chooseChannel(tx, send.open!.channelId)
  const channelId = channel.id
  const { recipient, identity } = addressPhone(channel.type, send.phoneE164!)
  const { person, isFilled } = await matchPerson(tx, {
    phoneE164: send.phoneE164!,
    identities: [identity],
    source: 'api',
  })
  const { chat, created } = await openChat(tx, { channelId, personId: person.id, recipient })
  return {
    target: {
      chatId: chat.id,
      personId: chat.person_id,
      channelId,
      matchedBy: created ? 'opened' : 'phone_e164',
      windowExpiresAt: chat.window_expires_at,
    },
    events: [
      ...(isFilled ? [{ type: 'contact.updated' as const, data: toPerson(person) }] : []),
      ...(await chatEvents(tx, 'conversation.created', created ? [chat.id] : [])),
    ],
  }
}

function addressPhone(type: ChannelType, phoneE164: string) {
  const platform = findPlatform(type)
  if (!platform.addressPhone) throw new Error(`Channels of type ${type} cannot be opened by phone.`)
  return platform.addressPhone(phoneE164)
}

/** Returns the named channel, or the only one that can send to phone numbers. */
async function chooseChannel(
  tx: Scope,
  named: string | undefined,
): Promise<{ id: string; type: ChannelType }> {
  const types = findChannelTypes(({ capabilities }) => capabilities.opensByPhone)
  const channels = await tx.db
    .selectFrom('channels')
    .select(['id', 'type', 'access_token'])
    .where('workspace_id', '=', tx.workspaceId)
    .where('type', 'in', types)
    .execute()
  if (named !== undefined) {
    const channel = channels.find(({ id }) => id === named)
    if (channel) return channel
    throw new AppError('channel_not_found', `There is no WhatsApp channel ${named} here.`)
  }
  const ready = channels.filter((channel) => channel.access_token !== null)
  if (ready.length === 1) return ready[0]!
  if (ready.length === 0)
    throw new AppError('channel_not_connected', 'No WhatsApp channel of the workspace can send.')
  throw fieldError('validation_failed', 'channel_id', 'is required: there are several channels')
}

/** Takes the idempotency key before any other lock, as all sends do; gives the answer of an earlier request. */
async function claimKey(tx: Scope, send: Send): Promise<StoredAnswer | undefined> {
  if (!send.idempotency) return undefined
  const { route, key, fingerprint } = send.idempotency
  const now = tx.clock.now()
  const { rows } = await sql`
    insert into idempotency_keys as stored
      (workspace_id, route, key, fingerprint, response_status, response_body, created_at)
    values (${tx.workspaceId}, ${route}, ${key}, ${fingerprint}, 201, '', ${now}::timestamptz)
    on conflict (workspace_id, route, key) do update
      set fingerprint = excluded.fingerprint, response_status = excluded.response_status,
        response_body = excluded.response_body, created_at = excluded.created_at
      where stored.created_at < ${new Date(now.getTime() - IDEMPOTENCY_MS)}::timestamptz
    returning key`.execute(tx.db)
  if (rows.length > 0) return undefined
  const first = (await readStoredAnswers(tx, [send]))(send)
  if (first) return first
  throw new AppError('idempotency_key_in_flight', 'The first request is not done yet.')
}

async function keepAnswer(tx: Scope, send: Send, body: string): Promise<void> {
  if (!send.idempotency) return
  await tx.db
    .updateTable('idempotency_keys')
    .set({ response_body: body })
    .where('workspace_id', '=', tx.workspaceId)
    .where('route', '=', send.idempotency.route)
    .where('key', '=', send.idempotency.key)
    .execute()
}
