import assert from 'node:assert/strict'
import type { Context } from '#db/context.ts'
import { createUser } from '#account/users/create-user.ts'
import { newId } from '#lib/ids.ts'
import { sessionCookieOf } from './answer.ts'
import type { Answer } from './answer.ts'
import { openTestApi } from './app.ts'
import { readAuditActions } from './audit-actions.ts'
import { createAuthenticator } from './authenticator.ts'
import type { TestAuthenticator } from './authenticator.ts'
import { openTestContext } from './context.ts'
import { createTestWorkspace } from './factories.ts'
import { readMailsTo } from './mails.ts'
import { TEST_PASSWORD } from './session.ts'

/** The site of the passkeys in tests. */
export const SITE = { rpId: 'parley.example', origin: 'https://parley.example' }

/** A signed-in user. */
export type User = {
  userId: string
  email: string
  membershipId: string
  headers: Record<string, string>
}

/** Opens an API at `SITE` and returns what tests of passkeys do with it. Time passes only when a test moves `time`. */
export async function openPasskeyTests() {
  const opened = await openTestContext({ publicUrl: SITE.origin })
  const time = { now: Date.now() }
  const context: Context = { ...opened.context, clock: { now: () => new Date(time.now) } }
  const { call } = await openTestApi(context)
  const { scope } = await createTestWorkspace(context)
  let networks = 0

  /** Creates a user who is signed in with their password. */
  async function newUser(role: 'admin' | 'agent' = 'agent', workspace = scope): Promise<User> {
    const { user, membership } = await createUser(workspace, {
      email: `${newId()}@example.com`,
      password: TEST_PASSWORD,
      role,
    })
    const { id: userId, email } = user
    return { userId, email, membershipId: membership.id, headers: await headersOf(email) }
  }

  async function headersOf(email: string): Promise<Record<string, string>> {
    const body = { email, password: TEST_PASSWORD }
    const answer = await call('POST /api/auth/sign-in/email', { body, address: network() })
    return toHeaders(answer)
  }

  /** Returns an address whose rate limits are unused. */
  const network = () => {
    networks += 1
    return `10.${3 + Math.floor(networks / 250)}.${networks % 250}.7`
  }

  function toHeaders(answer: Answer): Record<string, string> {
    assert.equal(answer.status, 200, answer.text)
    return { cookie: sessionCookieOf(answer), 'sec-fetch-site': 'same-origin' }
  }

  const toUser = (answer: Answer) => ({ headers: toHeaders(answer) })

  const startAdding = ({ headers }: Pick<User, 'headers'>) =>
    call('POST /api/session/passkeys/options', { headers, body: {} })

  /** Adds a passkey to a signed-in user. */
  async function add(
    user: Pick<User, 'headers'>,
    passkey = createAuthenticator(SITE),
    name = 'Laptop',
  ): Promise<{ passkey: TestAuthenticator; id: string }> {
    const options = await startAdding(user)
    assert.equal(options.status, 200, options.text)
    const credential = passkey.create(options.body)
    const added = await save(user, credential, name)
    assert.equal(added.status, 201, added.text)
    return { passkey, id: added.body.id }
  }

  const save = ({ headers }: Pick<User, 'headers'>, credential: unknown, name = 'Laptop') =>
    call('POST /api/session/passkeys', { headers, body: { name, credential } })

  /** Asks for a challenge as a browser that may have asked before. */
  async function startSignIn(cookie?: string) {
    const answer = await call('POST /api/auth/sign-in/passkey/options', {
      body: {},
      address: network(),
      ...(cookie !== undefined && { headers: { cookie } }),
    })
    assert.equal(answer.status, 200)
    return { options: answer.body, cookie: browserCookieOf(answer) }
  }

  function browserCookieOf(answer: Answer): string {
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    return cookies.find((each) => each.startsWith('__Secure-parley.passkey='))!.split(';', 1)[0]!
  }

  const finishSignIn = (cookie: string, credential: unknown, address = network()) =>
    call('POST /api/auth/sign-in/passkey', { headers: { cookie }, body: credential, address })

  async function signIn(
    passkey: TestAuthenticator,
    tricks: Parameters<TestAuthenticator['sign']>[1] = {},
  ) {
    const { options, cookie } = await startSignIn()
    return finishSignIn(cookie, passkey.sign(options, tricks))
  }

  const list = async ({ headers }: Pick<User, 'headers'>) =>
    (await call('GET /api/session/passkeys', { headers })).body.data

  async function confirm({ headers }: Pick<User, 'headers'>, passkey: TestAuthenticator) {
    const { body } = await call('POST /api/session/confirm/passkey/options', { headers, body: {} })
    return call('POST /api/session/confirm/passkey', { headers, body: passkey.sign(body) })
  }

  const readAudit = (membershipId: string) =>
    readAuditActions(scope, membershipId, 'member.passkey%')

  async function readSignIns(membershipId: string, action: string) {
    const rows = await context.db
      .selectFrom('audit_entries')
      .select('data')
      .where('workspace_id', '=', scope.workspaceId)
      .where('target_id', '=', membershipId)
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute()
    return rows.map((each) => each.data)
  }

  async function subjectsTo(email: string): Promise<string[]> {
    return (await readMailsTo(context, email)).map((mail) => mail.subject)
  }

  return {
    context,
    time,
    call,
    scope,
    newUser,
    headersOf,
    network,
    toUser,
    startAdding,
    add,
    save,
    startSignIn,
    finishSignIn,
    signIn,
    list,
    confirm,
    readAudit,
    readSignIns,
    subjectsTo,
  }
}
