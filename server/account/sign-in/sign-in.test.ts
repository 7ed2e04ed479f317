import assert from 'node:assert/strict'
import { randomBytes, scryptSync } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { createApp } from '#http/app.ts'
import type { App } from '#http/app.ts'
import { addAuthentication } from '#http/add-authentication.ts'
import { createApiKeyFinder } from '#account/keys/create-api-key-finder.ts'
import { addApiKeyRoutes } from '#account/keys/routes.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { addMember } from '../users/add-member.ts'
import { createUser } from '../users/create-user.ts'
import { createSignIn } from './create-sign-in.ts'
import { addUserRoutes } from './routes.ts'

const password = 'correct horse battery'
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const { context } = await openTestContext()
let app: App
let scope: Scope

before(async () => {
  app = openApp(context)
  scope = (await createTestWorkspace(context)).scope
})

function openApp(own: Context): App {
  const signIns = createSignIn(own)
  const opened = createApp({ log: own.log, bodyBytesMax: 100_000 })
  addAuthentication(opened, own, {
    findKey: createApiKeyFinder(own),
    recordKeyUse: () => undefined,
    findSession: signIns.findSession,
  })
  addUserRoutes(opened, own, signIns)
  addApiKeyRoutes(opened)
  return opened
}

/** A context in which no time passes, so that rate limits do not recover while passwords are checked. */
function withStoppedClock(own: Context): Context {
  const now = own.clock.now()
  return { ...own, clock: { now: () => now } }
}

async function newUser(role: 'admin' | 'agent' = 'admin') {
  const created = await createUser(scope, { email: `${newId()}@example.com`, password, role })
  return { ...created, email: created.user.email }
}

/** Returns a hash of the format that releases before 1.0 stored: the salt is used as text. */
function formerHash(text: string): string {
  const salt = randomBytes(16).toString('hex')
  const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }
  return `${salt}:${scryptSync(text, salt, 64, cost).toString('hex')}`
}

let networks = 0

/** Returns an address in a network of its own, as attempts are limited by network. */
function somewhere(): string {
  networks += 1
  return `10.${Math.floor(networks / 250)}.${networks % 250}.7`
}

function signIn(
  email: string,
  given = password,
  headers: Record<string, string> = {},
  via = app,
  remoteAddress = somewhere(),
) {
  return via.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers,
    remoteAddress,
    payload: { email, password: given },
  })
}

function cookieOf(response: { headers: Record<string, unknown> }): string {
  return String([response.headers['set-cookie']].flat()[0]).split(';', 1)[0]!
}

function get(url: string, cookie: string) {
  return app.inject({ method: 'GET', url, headers: { cookie } })
}

describe('signing in', () => {
  test('a user with the correct password gets a session for their account', async () => {
    const { email, membership } = await newUser()
    const response = await signIn(email.toUpperCase())
    assert.equal(response.statusCode, 200)
    const cookie = String([response.headers['set-cookie']].flat()[0])
    assert.match(cookie, /^parley\.session_token=/)
    assert.match(cookie, /HttpOnly/)
    assert.match(cookie, /SameSite=Lax/)
    assert.doesNotMatch(cookie, /Secure/)
    const session = (await get('/api/session', cookieOf(response))).json()
    assert.equal(session.user.email, email)
    assert.deepEqual([session.membership.id, session.membership.role], [membership.id, 'admin'])
    assert.equal(session.workspace.id, scope.workspaceId)
    assert.equal(session.memberships.length, 1)
  })

  test('the cookie is Secure if the public URL uses https', async () => {
    const { email } = await newUser()
    const secure = openApp({
      ...context,
      config: { ...context.config, publicUrl: 'https://parley.example' },
    })
    const response = await signIn(email, password, {}, secure)
    const cookie = cookieOf(response)
    assert.match(String([response.headers['set-cookie']].flat()[0]), /; Secure/)
    const session = await secure.inject({ method: 'GET', url: '/api/session', headers: { cookie } })
    assert.equal(session.statusCode, 200)
  })

  test('a wrong password, an unknown account and a malformed address get the same response', async () => {
    const { email } = await newUser()
    const answers = await Promise.all([
      signIn(email, 'wrong password'),
      signIn(`${newId()}@example.com`),
      signIn('nobody'),
    ])
    for (const answer of answers) {
      assert.equal(answer.statusCode, 401)
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/)
      assert.equal(answer.headers['set-cookie'], undefined)
      const { request_id: _, ...problem } = answer.json()
      assert.equal(problem.code, 'invalid_credentials')
      const { request_id: __, ...first } = answers[0].json()
      assert.deepEqual(problem, first)
    }
  })

  test('a password hash of a former release still works, and is replaced at the sign-in', async () => {
    const { email, user } = await newUser()
    const stored = () =>
      context.directory
        .selectFrom('accounts')
        .select('password')
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
    assert.match((await stored()).password!, /^\$scrypt\$ln=4,r=8,p=5\$/)
    await context.directory
      .updateTable('accounts')
      .set({ password: formerHash(password) })
      .where('user_id', '=', user.id)
      .execute()
    assert.equal((await signIn(email, 'wrong password')).statusCode, 401)
    assert.doesNotMatch((await stored()).password!, /^\$scrypt/)
    assert.equal((await signIn(email)).statusCode, 200)
    await waitFor(async () => (await stored()).password!.startsWith('$scrypt$') || undefined)
    assert.equal((await signIn(email)).statusCode, 200)
    assert.equal((await signIn(email, 'wrong password')).statusCode, 401)
  })

  test('a foreign origin is rejected', async () => {
    const { email } = await newUser()
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
      // The right host with another scheme or port.
      { origin: context.config.publicUrl.replace('http:', 'https:') },
      { origin: 'https://localhost:80' },
    ]) {
      const answer = await signIn(email, password, headers as Record<string, string>)
      assert.equal(answer.statusCode, 403)
      assert.equal(answer.json().code, 'cross_origin')
    }
    assert.equal(
      (await signIn(email, password, { origin: context.config.publicUrl })).statusCode,
      200,
    )
  })

  test('attempts are limited by account and network, also for one that does not exist', async () => {
    const { email } = await newUser()
    const stopped = openApp(withStoppedClock(context))
    for (const account of [email, `${newId()}@example.com`]) {
      const from = somewhere()
      for (let i = 0; i < 10; i++)
        assert.equal((await signIn(account, 'wrong', {}, stopped, from)).statusCode, 401)
      const answer = await signIn(account.toUpperCase(), password, {}, stopped, from)
      assert.equal(answer.statusCode, 429)
      assert.equal(answer.json().code, 'rate_limited')
      assert.ok(Number(answer.headers['retry-after']) > 0)
    }
  })

  test('attempts are limited by address', async () => {
    const stopped = openApp(withStoppedClock(context))
    const from = (remoteAddress: string) =>
      stopped.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        remoteAddress,
        payload: { email: `${newId()}@example.com`, password: 'wrong' },
      })
    const statuses: number[] = []
    for (let i = 0; i < 21; i++)
      statuses.push((await from(`2001:db8::${i.toString(16)}`)).statusCode)
    assert.deepEqual(statuses, [...Array<number>(20).fill(401), 429])
    assert.equal((await from('2001:db8:1::1')).statusCode, 401)
  })

  test('an unreachable database causes a 503, for sign-in and for sessions', async () => {
    const { email } = await newUser()
    const cookie = cookieOf(await signIn(email))
    const url = 'postgres://nobody@127.0.0.1:1/none'
    const db = createDb(createPool({ url, max: 1, name: 'test', onError: () => undefined }))
    const away = openApp({ ...context, db, directory: db })
    assert.equal((await signIn(email, password, {}, away)).statusCode, 503)
    for (const path of ['/api/session', '/api/auth/get-session']) {
      const answer = await away.inject({ url: path, headers: { cookie } })
      assert.equal(answer.json().code, 'database_unavailable')
    }
  })

  test('nobody can sign up, and there are no other routes', async () => {
    for (const path of ['sign-up/email', 'update-user', 'request-password-reset', 'ok']) {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/auth/${path}`,
        payload: { email: 'new@example.com', password, name: 'New' },
      })
      assert.equal(answer.statusCode, 404)
    }
  })
})

describe('a session', () => {
  test('ends immediately at sign-out, which requires our own origin', async () => {
    const { email } = await newUser()
    const cookie = cookieOf(await signIn(email))
    const out = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { cookie, ...headers } })
    assert.equal((await out({})).statusCode, 403)
    assert.equal((await get('/api/session', cookie)).statusCode, 200)
    const answer = await out(sameOrigin)
    assert.equal(answer.statusCode, 200)
    assert.match(String([answer.headers['set-cookie']].flat()[0]), /Max-Age=0/)
    assert.equal((await get('/api/session', cookie)).statusCode, 401)
  })

  test('keeps its token only in the cookie: no response shows it to scripts', async () => {
    const { email, user } = await newUser()
    const response = await signIn(email)
    const cookie = cookieOf(response)
    const token = decodeURIComponent(cookie.split('=', 2)[1]!).split('.', 1)[0]!
    assert.equal(token.length, 33)
    const shown = { user: { id: user.id, name: user.name, email } }
    assert.deepEqual(response.json(), shown)
    assert.deepEqual((await get('/api/auth/get-session', cookie)).json(), shown)
    assert.ok(!(await get('/api/session', cookie)).body.includes(token))
  })

  test('is shown by get-session, which renews the cookie, and absent without a cookie', async () => {
    const { email } = await newUser()
    const cookie = cookieOf(await signIn(email))
    const shown = await get('/api/auth/get-session', cookie)
    assert.equal(shown.json().user.email, email)
    const renewed = String(shown.headers['set-cookie'])
    assert.equal(renewed.split(';', 1)[0], cookie)
    const seconds = Number(/Max-Age=(\d+)/.exec(renewed)?.[1])
    assert.ok(seconds > 89 * 86_400 && seconds <= 90 * 86_400, renewed)
    assert.equal((await get('/api/auth/get-session', 'parley.session_token=x.y')).json(), null)
  })

  test('is rejected when it is expired, forged or without a membership', async () => {
    const { email, user, membership } = await newUser()
    const cookie = cookieOf(await signIn(email))
    const forged = cookie.replace(/=(.)/, (_, first: string) => `=${first === 'a' ? 'b' : 'a'}`)
    assert.equal((await get('/api/session', forged)).statusCode, 401)
    await context.directory.deleteFrom('memberships').where('id', '=', membership.id).execute()
    const without = await get('/api/session', cookie)
    assert.equal(without.statusCode, 403)
    assert.equal(without.json().code, 'workspace_required')
    await context.directory
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', user.id)
      .execute()
    assert.equal((await get('/api/session', cookie)).statusCode, 401)
  })

  test('can switch to another workspace of its user and to no other', async () => {
    const { email } = await newUser()
    const other = (await createTestWorkspace(context)).scope
    const foreign = (await createTestWorkspace(context)).scope
    await addMember(other, { email, role: 'agent' })
    const cookie = cookieOf(await signIn(email))
    const switchTo = (workspaceId: string) =>
      app.inject({
        method: 'POST',
        url: '/api/session/workspace',
        headers: { cookie, ...sameOrigin },
        payload: { workspace_id: workspaceId },
      })
    assert.equal((await switchTo(foreign.workspaceId)).statusCode, 404)
    const answer = await switchTo(other.workspaceId)
    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    const session = (await get('/api/session', cookie)).json()
    assert.equal(session.workspace.id, other.workspaceId)
    assert.equal(session.membership.role, 'agent')
    assert.equal(session.memberships.length, 2)
  })
})

describe('the developer area', () => {
  test('is closed to agents, to strangers and to other origins', async () => {
    const agent = cookieOf(await signIn((await newUser('agent')).email))
    const admin = cookieOf(await signIn((await newUser('admin')).email))
    const url = '/api/developer/api-keys'
    assert.equal((await get(url, agent)).json().code, 'admin_required')
    assert.equal((await get(url, '')).statusCode, 401)
    const payload = { name: 'x', scopes: ['read'] }
    const post = await app.inject({ method: 'POST', url, headers: { cookie: admin }, payload })
    assert.equal(post.json().code, 'cross_origin')
  })
})

describe('creating a user', () => {
  test('an existing user joins another workspace and keeps their password', async () => {
    const { email, user } = await newUser()
    const other = (await createTestWorkspace(context)).scope
    const joined = await addMember(other, { email, role: 'agent' })
    assert.equal(joined.user.id, user.id)
    assert.equal(joined.membership.workspace_id, other.workspaceId)
    assert.equal((await signIn(email)).statusCode, 200)
  })

  test('an address that has an account is refused, also in another workspace', async () => {
    const { email } = await newUser()
    const other = (await createTestWorkspace(context)).scope
    for (const at of [scope, other])
      await assert.rejects(createUser(at, { email, password: 'another password', role: 'agent' }), {
        code: 'email_taken',
      })
    assert.equal((await signIn(email, 'another password')).statusCode, 401)
    assert.equal((await signIn(email)).statusCode, 200)
    await assert.rejects(addMember(other, { email: `${newId()}@example.com`, role: 'agent' }), {
      code: 'user_not_found',
    })
  })

  test('a member cannot be created twice, not even concurrently', async () => {
    const email = `${newId()}@example.com`
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => createUser(scope, { email, password, role: 'admin' })),
    )
    assert.equal(outcomes.filter((each) => each.status === 'fulfilled').length, 1)
    for (const each of outcomes)
      if (each.status === 'rejected') assert.equal(each.reason.code, 'email_taken')
  })

  test('an invalid address and a short password are rejected', async () => {
    const role = 'agent'
    for (const input of [
      { email: 'nobody', password, role },
      { email: 'a b@example.com', password, role },
      { email: 'a@b', password, role },
      { email: 'a@example.com', password: 'short', role },
      { email: 'a@example.com', password: '11 charact.', role },
      { email: 'a@example.com', password: 'P@ssw0rd2024', role },
    ] as const)
      await assert.rejects(createUser(scope, input), { code: 'validation_failed' })
  })
})
