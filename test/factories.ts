import { randomInt } from 'node:crypto'
import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { matchPerson } from '#contacts/match-person.ts'
import { openChat } from '#conversations/open-chat.ts'
import { transaction } from '#db/transaction.ts'
import { createApiKeySecret, hashSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import type { BuiltInRole } from '#shared/roles.ts'

/** Creates a workspace for a test and returns the scope in it. */
export async function createTestWorkspace(
  context: Context,
  options: { unmatchedPhone?: 'reject' | 'first_conversation' } = {},
): Promise<{ workspaceId: string; scope: Scope }> {
  const { id } = await createWorkspace(context, { name: `Test ${newId()}`, ...options })
  return { workspaceId: id, scope: await systemScopeOn(context, id) }
}

/** Returns an Indian mobile number, in E.164, that no other test has. */
export function testPhone(): string {
  return `+9198${String(randomInt(10_000_000, 99_999_999))}`
}

/** Creates a contact, by default with a unique phone number. */
export async function createTestPerson(
  scope: Scope,
  facts: { name?: string; phoneE164?: string; email?: string } = {},
): Promise<{ id: string; phoneE164: string }> {
  const phoneE164 = facts.phoneE164 ?? testPhone()
  const { person } = await transaction(scope, (tx) =>
    matchPerson(tx, { name: 'Asha Rao', ...facts, phoneE164, source: 'test' }),
  )
  return { id: person.id, phoneE164 }
}

/** Creates a routed WhatsApp channel with a unique phone number id, without an access token. */
export async function createTestChannel(scope: Scope): Promise<{ id: string; account: string }> {
  const id = newId()
  const account = String(randomInt(100_000_000_000, 999_999_999_999))
  await scope.db
    .insertInto('channels')
    .values({
      workspace_id: scope.workspaceId,
      id,
      type: 'whatsapp',
      name: 'WhatsApp',
      account,
      display_phone: '+91 80000 00000',
      created_at: scope.clock.now(),
    })
    .execute()
  await scope.directory
    .insertInto('channel_routes')
    .values({ platform: 'whatsapp', account, workspace_id: scope.workspaceId, channel_id: id })
    .execute()
  return { id, account }
}

/** Creates a conversation, by default with a new contact on a new channel. */
export async function createTestChat(
  scope: Scope,
  given: { personId?: string; channelId?: string; phoneE164?: string } = {},
): Promise<{ id: string; personId: string; channelId: string; phoneE164: string }> {
  const phoneE164 = given.phoneE164 ?? testPhone()
  const personId = given.personId ?? (await createTestPerson(scope, { phoneE164 })).id
  const channelId = given.channelId ?? (await createTestChannel(scope)).id
  const { chat } = await transaction(scope, (tx) =>
    openChat(tx, { channelId, personId, recipient: phoneE164.slice(1) }),
  )
  return { id: chat.id, personId, channelId, phoneE164 }
}

/** Creates an API key with `scopes`, by default without a rate limit, and returns its secret. */
export async function createTestKey(
  scope: Scope,
  scopes: string[],
  options: { rateLimit?: number; expiresAt?: Date; revokedAt?: Date; mode?: 'live' | 'test' } = {},
): Promise<string> {
  const { mode = 'live' } = options
  const secret = createApiKeySecret(mode)
  await scope.directory
    .insertInto('api_keys')
    .values({
      workspace_id: scope.workspaceId,
      id: newId(),
      hash: hashSecret(secret),
      last_four: secret.slice(-4),
      name: 'test',
      mode,
      scopes,
      rate_limit: options.rateLimit ?? null,
      created_at: scope.clock.now(),
      expires_at: options.expiresAt ?? null,
      revoked_at: options.revokedAt ?? null,
    })
    .execute()
  return secret
}

/** Creates a user without a password and a membership in the workspace. */
export async function createTestMember(
  scope: Scope,
  role: BuiltInRole,
): Promise<{ membershipId: string; userId: string; email: string }> {
  const now = scope.clock.now()
  const userId = newId()
  const membershipId = newId()
  const email = `${userId}@example.com`
  await scope.directory
    .insertInto('users')
    .values({ id: userId, name: 'Test', email, created_at: now, updated_at: now })
    .execute()
  await scope.directory
    .insertInto('memberships')
    .values({
      workspace_id: scope.workspaceId,
      id: membershipId,
      user_id: userId,
      role,
      created_at: now,
    })
    .execute()
  return { membershipId, userId, email }
}
