import assert from 'node:assert/strict'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../app.ts'
import { createAuthenticator } from '../authenticator.ts'
import { createTestWorkspace } from '../factories.ts'
import { waitForMailedToken } from '../mails.ts'
import { registerApp } from '../oauth-app.ts'
import { readAppCode, turnOnSecondFactor } from '../second-factor.ts'
import { signInTestMember, TEST_PASSWORD } from '../session.ts'

/** The body of a request that succeeds, and the headers that it needs: those of a user of its own. */
export type Body = { body?: unknown; headers?: Record<string, string> }

/**
 * Returns how to create the body of each operation of sign-in, passwords, the second factor, passkeys, invitations and
 * apps, which generated values cannot guess. Each has a user of its own, because the request may end the session.
 */
export function createBodies(
  context: Context,
  call: Call,
): Record<string, (scope: Scope) => Promise<Body>> {
  const site = {
    rpId: new URL(context.config.publicUrl).hostname,
    origin: context.config.publicUrl,
  }
  const post = (path: string, options: Parameters<Call>[1]) => call(`POST ${path}`, options)

  async function newUser(scope: Scope) {
    const member = await signInTestMember(call, scope)
    const { email } = await context.directory
      .selectFrom('users')
      .select('email')
      .where('id', '=', member.userId)
      .executeTakeFirstOrThrow()
    return { ...member, email }
  }

  async function withFactor(scope: Scope) {
    const user = await newUser(scope)
    await turnOnSecondFactor(call, context, user)
    return user
  }

  async function withPasskey(scope: Scope) {
    const user = await newUser(scope)
    const { headers } = user
    const options = await post('/api/session/passkeys/options', { headers, body: {} })
    const passkey = createAuthenticator(site)
    const credential = passkey.create(options.body)
    const added = await post('/api/session/passkeys', {
      headers,
      body: { name: 'Phone', credential },
    })
    assert.equal(added.status, 201, added.text)
    return { ...user, passkey }
  }

  /** Invites somebody to a workspace of its own, because one may only send some invitations in an hour. */
  async function inviteToken(): Promise<string> {
    const { scope } = await createTestWorkspace(context)
    const { headers } = await newUser(scope)
    const email = `${newId()}@example.com`
    const invited = await post('/api/developer/invitations', {
      headers,
      body: { email, role: 'agent' },
    })
    assert.equal(invited.status, 201, invited.text)
    // Without a mail server, the admin gets the link.
    return new URL(invited.body.link).hash.slice(1)
  }

  const current = { current_password: TEST_PASSWORD }
  return {
    'POST /api/auth/sign-in/email': async (scope) => {
      const { email } = await newUser(scope)
      return { body: { email, password: TEST_PASSWORD } }
    },
    'POST /api/auth/sign-in/second-factor': async (scope) => {
      const { email, userId } = await withFactor(scope)
      const body = { email, password: TEST_PASSWORD }
      const cookie = cookiesOf(await post('/api/auth/sign-in/email', { body }))
      return { headers: { cookie }, body: { code: await readAppCode(context, userId) } }
    },
    'POST /api/auth/sign-in/passkey': async (scope) => {
      const { passkey } = await withPasskey(scope)
      const started = await post('/api/auth/sign-in/passkey/options', { body: {} })
      return { headers: { cookie: cookiesOf(started) }, body: passkey.sign(started.body) }
    },
    'POST /api/auth/request-password-reset': async (scope) => {
      const { email } = await newUser(scope)
      return { body: { email } }
    },
    'POST /api/auth/reset-password': async (scope) => {
      const { email } = await newUser(scope)
      await post('/api/auth/request-password-reset', { body: { email } })
      const token = await waitForMailedToken(scope, email, 'reset-password')
      return { body: { token, password: 'another horse battery' } }
    },
    'POST /api/auth/show-invitation': async () => ({
      body: { token: await inviteToken() },
    }),
    'POST /api/auth/accept-invitation': async () => ({
      body: { token: await inviteToken(), name: 'Asha', password: TEST_PASSWORD },
    }),
    'POST /api/session/confirm': async (scope) => {
      const { headers } = await newUser(scope)
      return { headers, body: { password: TEST_PASSWORD } }
    },
    'POST /api/session/password': async (scope) => {
      const { headers } = await newUser(scope)
      return { headers, body: { ...current, new_password: 'another horse battery' } }
    },
    'POST /api/session/workspace': async (scope) => {
      const { headers } = await newUser(scope)
      return { headers, body: { workspace_id: scope.workspaceId } }
    },
    'POST /api/session/second-factor': async (scope) => {
      const { headers } = await newUser(scope)
      return { headers, body: current }
    },
    'POST /api/session/second-factor/confirm': async (scope) => {
      const { headers, userId } = await newUser(scope)
      await post('/api/session/second-factor', { headers, body: current })
      return { headers, body: { code: await readAppCode(context, userId) } }
    },
    'POST /api/session/second-factor/recovery-codes': async (scope) => {
      const { headers } = await withFactor(scope)
      return { headers, body: current }
    },
    'POST /api/session/second-factor/turn-off': async (scope) => {
      const { headers } = await withFactor(scope)
      return { headers, body: current }
    },
    'POST /api/session/passkeys': async (scope) => {
      const { headers } = await newUser(scope)
      const options = await post('/api/session/passkeys/options', { headers, body: {} })
      const credential = createAuthenticator(site).create(options.body)
      return { headers, body: { name: 'Laptop', credential } }
    },
    'POST /api/session/confirm/passkey': async (scope) => {
      const { headers, passkey } = await withPasskey(scope)
      const options = await post('/api/session/confirm/passkey/options', { headers, body: {} })
      return { headers, body: passkey.sign(options.body) }
    },
    'POST /api/app/authorization': async (scope) => {
      const { headers } = await newUser(scope)
      const query = (await registerApp(call)).query()
      return { headers, body: { query, scopes: ['chats:read'], workspace_id: scope.workspaceId } }
    },
    'POST /api/auth/sign-out': async (scope) => ({ headers: (await newUser(scope)).headers }),
    'DELETE /api/session/sessions': async (scope) => ({ headers: (await newUser(scope)).headers }),
  }
}

/** Returns the cookies that an answer sets, as a browser sends them back. */
function cookiesOf({ headers }: Answer): string {
  return [headers['set-cookie']]
    .flat()
    .map((each) => String(each).split(';', 1)[0])
    .join('; ')
}
