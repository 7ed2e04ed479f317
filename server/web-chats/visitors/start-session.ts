import { requireEmail } from '#lib/read-email.ts'
import { cleanText } from '#lib/clean-text.ts'
import { sql } from 'kysely'
import { decryptAccessToken } from '#channels/encrypt-access-token.ts'
import type { Scope } from '#db/context.ts'
import { deleteFrom, updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { updateById } from '#db/update-by-id.ts'
import { findById } from '#db/find-by-id.ts'
import { present } from '#lib/present.ts'
import { findSession } from './find-session.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import type { StartedSession, StartSessionBody } from './schema.ts'
import type { VisitorPayloadStore } from './create-visitor-payload-store.ts'
import { toStoredName, verifyUserToken } from './verify-user-token.ts'
import type { VerifiedUser } from './verify-user-token.ts'

/** The age at which a token is replaced by a new one. */
const ROTATED_MS = 7 * 86_400_000
/** How long a token stays valid after the client used a newer one: other tabs may have read it before. */
const OVERLAP_MS = 86_400_000
/** Most conversations from before signing in that a user sees. */
const FORMER_MAX = 20
/** Most tokens that a session has and that no request came with yet. */
const UNUSED_MAX = 5

/** The claims of a visitor, and the facts that the site proved about the user. */
type Facts = Omit<VerifiedUser, 'address'>

/**
 * Starts the session of a visitor, or resumes that of a token. With the token of a user the session is that of the user,
 * whose conversation continues on every device. A visitor who was anonymous becomes the user, and sees the conversation from
 * before even if it belongs to another contact; a session of another user, or of a user whom the page no longer vouches for,
 * is left, so that the next person at a shared computer reads nothing.
 *
 * @throws {AppError} invalid_signature, validation_failed
 */
export async function startSession(
  chat: VisitedChat,
  store: VisitorPayloadStore,
  input: StartSessionBody,
): Promise<StartedSession> {
  const user = input.user_token === undefined ? undefined : await readUser(chat, input.user_token)
  const current = input.token === undefined ? undefined : await findSession(chat, input.token)
  const isUser = current?.address.startsWith('user:') ?? false
  if (current && (user ? user.address === current.address : !isUser))
    return resume(chat, current, user ?? readClaims(input))
  const isIdentified = current !== undefined && user !== undefined && !isUser
  const address = user?.address ?? `visitor:${createToken(16)}`
  if (isIdentified)
    // Stored first, because the former session is deleted with the transaction below.
    await store(chat, {
      kind: 'identified',
      former: current.address,
      ...toSender({ ...user, address }),
      at: chat.scope.clock.now().toISOString(),
    })
  const former = isIdentified ? [current.address, ...current.former_addresses] : []
  const token = await insertSession(chat, { address, former }, user ?? readClaims(input), (tx) =>
    isIdentified ? deleteSession(tx, current.id) : undefined,
  )
  return {
    token,
    is_new: true,
    continues: current === undefined || isIdentified,
    is_user: user !== undefined,
  }
}

/** Returns the fields by which a payload names a visitor; only what the site proved finds a contact. */
export function toSender({ address, name, email, phone }: VerifiedUser) {
  const isUser = address.startsWith('user:')
  return {
    address,
    ...(name !== null && { name }),
    ...(isUser && email !== null && { email }),
    ...(isUser && phone !== null && { phone_e164: phone }),
  }
}

/** Reads the token of a user with the present secret, not the kept one: a leaked secret must be of no use once it is rotated. */
async function readUser(
  { scope, channelId, settings }: VisitedChat,
  token: string,
): Promise<VerifiedUser> {
  const { access_token: stored } = present(await findById(scope, 'channels', channelId))
  if (stored === null) throw new AppError('origin_not_allowed', 'There is no such web chat.')
  return verifyUserToken(token, {
    secret: decryptAccessToken(scope, channelId, stored),
    audience: settings.user_token_audience,
    now: scope.clock.now(),
  })
}

function readClaims({ name, email }: StartSessionBody): Facts {
  const given = cleanText(email ?? '')
  return {
    name: toStoredName(name ?? ''),
    email: given === '' ? null : requireEmail('email', given),
    phone: null,
  }
}

async function insertSession(
  { scope, channelId }: VisitedChat,
  { address, former }: { address: string; former: string[] },
  facts: Facts,
  alsoIn: (tx: Scope) => Promise<void> | undefined,
): Promise<string> {
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const id = newId()
    const known = address.startsWith('user:') ? await findFormer(tx, channelId, address) : []
    await insertRow(tx, 'web_chat_sessions', {
      id,
      channel_id: channelId,
      address,
      former_addresses: [...new Set([...former, ...known])].slice(0, FORMER_MAX),
      name: facts.name,
      email: facts.email,
      phone_e164: facts.phone,
      created_at: now,
      last_seen_at: now,
    })
    await alsoIn(tx)
    return insertToken(tx, id)
  })
}

/** Returns the former addresses that other devices of a user know. */
async function findFormer(tx: Scope, channelId: string, address: string): Promise<string[]> {
  const { rows } = await sql<{ former: string }>`
    select distinct former from web_chat_sessions, unnest(former_addresses) as former
    where workspace_id = ${tx.workspaceId} and channel_id = ${channelId} and address = ${address}
    limit ${FORMER_MAX}`.execute(tx.db)
  return rows.map(({ former }) => former)
}

async function deleteSession(tx: Scope, id: string): Promise<void> {
  await deleteFrom(tx, 'web_chat_sessions').where('id', '=', id).execute()
}

async function insertToken(tx: Scope, sessionId: string): Promise<string> {
  const token = `wcv_${createToken(32)}`
  await insertRow(tx, 'web_chat_tokens', {
    token_hash: hashSecret(token),
    session_id: sessionId,
    created_at: tx.clock.now(),
    used_at: null,
  })
  return token
}

/**
 * Resumes a session. An old token is replaced: it stays valid until the client has come with the new one, and a day
 * longer, so that an answer that was lost costs the visitor nothing.
 */
async function resume(
  { scope }: VisitedChat,
  session: VisitorSession,
  facts: Facts,
): Promise<StartedSession> {
  const token = await transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const { workspaceId } = tx
    await updateById(tx, 'web_chat_sessions', session.id, {
      last_seen_at: now,
      name: facts.name ?? session.name,
      email: facts.email ?? session.email,
      phone_e164: facts.phone ?? session.phone_e164,
    })
    if (session.token_used_at === null)
      await updateTable(tx, 'web_chat_tokens')
        .set({ used_at: now })
        .where('session_id', '=', session.id)
        .where('created_at', '=', session.token_created_at)
        .where('used_at', 'is', null)
        .execute()
    await sql`
      delete from web_chat_tokens
      where workspace_id = ${workspaceId} and session_id = ${session.id} and created_at < (
        select max(created_at) from web_chat_tokens
        where workspace_id = ${workspaceId} and session_id = ${session.id}
          and used_at < ${new Date(now.getTime() - OVERLAP_MS)}
      )`.execute(tx.db)
    if (session.token_created_at.getTime() > now.getTime() - ROTATED_MS) return undefined
    await sql`
      delete from web_chat_tokens
      where workspace_id = ${workspaceId} and token_hash in (
        select token_hash from web_chat_tokens
        where workspace_id = ${workspaceId} and session_id = ${session.id} and used_at is null
        order by created_at desc offset ${UNUSED_MAX - 1}
      )`.execute(tx.db)
    return insertToken(tx, session.id)
  })
  return {
    ...(token !== undefined && { token }),
    is_new: false,
    continues: true,
    is_user: session.address.startsWith('user:'),
  }
}
