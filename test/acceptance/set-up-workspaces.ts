import { randomInt } from 'node:crypto'
import { createApiKey } from '#account/keys/create-api-key.ts'
import { createSession } from '#account/sign-in/create-session.ts'
import { createUser } from '#account/users/create-user.ts'
import { createSessionCookie } from '#account/sign-in/session-cookie.ts'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { createChannel } from '#channels/create-channel.ts'
import { systemScope } from '#db/context.ts'
import type { Context } from '#db/context.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { createLog } from '#lib/create-log.ts'
import { createContext } from '#program/start/create-context.ts'
import { testConfig } from '../context.ts'
import { ADMIN, CHANNEL_TOKEN } from '../outside.ts'
import { AGENT } from './set-up-database.ts'
import type { SetUpWorkspace } from './set-up-database.ts'

/**
 * Creates `count` workspaces in the migrated database at `url`, each with what `setUpWorkspace` creates by the command
 * line, an agent, and sessions that are signed with `secretKey`. Nothing starts a program or hashes at the cost of the
 * product, so that a workspace takes a tenth of a second.
 */
export async function setUpWorkspaces(
  url: string,
  secretKey: Buffer,
  count: number,
): Promise<SetUpWorkspace[]> {
  const { context, flush, close } = await createContext(testConfig({ secretKey }), {
    database: { url, directUrl: url },
    name: 'parley test',
    log: createLog('silent'),
  })
  try {
    const workspaces: SetUpWorkspace[] = []
    for (let number = 1; number <= count; number++) workspaces.push(await setUp(context, number))
    return workspaces
  } finally {
    await flush()
    await close()
  }
}

/** Creates a workspace. The first one has the users `ADMIN` and `AGENT`, the others such users of other domains. */
async function setUp(context: Context, number: number): Promise<SetUpWorkspace> {
  const name = number === 1 ? 'Lantern' : `Lantern ${number}`
  const emailOf = ({ email }: { email: string }) =>
    number === 1 ? email : email.replace('shop.', `shop-${number}.`)
  const emails = { admin: emailOf(ADMIN), agent: emailOf(AGENT) }
  const { id } = await createWorkspace(context, { name })
  const scope = systemScope(context, id)
  const phoneNumberId = String(randomInt(100_000_000_000, 999_999_999_999))
  const key = await createApiKey(scope, { name: 'till', scopes: ['*'], rate_limit: null })
  const form = await createForm(scope, { name: 'Website' })
  await createChannel(scope, {
    type: 'whatsapp',
    account: phoneNumberId,
    display_phone: '+918055501234',
    access_token: CHANNEL_TOKEN,
  })
  const admin = await createUser(scope, { ...ADMIN, email: emails.admin, role: 'admin' })
  const agent = await createUser(scope, { ...AGENT, email: emails.agent, role: 'agent' })
  return {
    workspaceId: id,
    key: key.secret,
    phoneNumberId,
    formToken: form.token,
    emails,
    cookies: {
      api: await signIn(context, admin.user.id),
      admin: await signIn(context, admin.user.id),
      agent: await signIn(context, agent.user.id),
    },
  }
}

/** Returns the cookie of a new session. */
async function signIn(context: Context, userId: string): Promise<string> {
  const browser = { address: '127.0.0.1', userAgent: 'node' }
  const { token, endsAt } = await createSession(context, { userId, method: 'password', browser })
  return createSessionCookie(context).write(token, endsAt).split(';')[0]!
}
