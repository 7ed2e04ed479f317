import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import type { Answer } from '#test/answer.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { addMember } from '../users/add-member.ts'
import { createUser } from '../users/create-user.ts'
import { setPassword } from '../profile/set-password.ts'
import { readMailsTo, waitForMailedToken } from '#test/mails.ts'
import { raceWith } from '#test/race-with.ts'
import { signInTestMember } from '#test/session.ts'
import { waitFor } from '#test/wait-for.ts'

const time = { offset: 0 }
const opened = await openTestContext()
const clock = { now: () => new Date(Date.now() + time.offset) }
const context: Context = { ...opened.context, clock }
const withMail: Context = {
  ...context,
  config: {
    ...context.config,
    mail: {
      smtpUrl: 'smtp://127.0.0.1:1',
      from: { name: 'Parley', address: 'parley@acme.example' },
    },
  },
}
const password = 'correct horse battery'
const { call } = await openTestApi(context)
const mailing = await openTestApi(withMail)
let scope: Scope
let admin: Record<string, string>

before(async () => {
  scope = (await createTestWorkspace(context)).scope
  admin = (await signInTestMember(call, scope)).headers
})

let networks = 0
/** Returns an address in a network of its own, as attempts are limited by network. */
const somewhere = () => `10.${Math.floor((networks += 1) / 250)}.${networks % 250}.7`
const address = () => `${newId()}@example.com`
const invite = (email: string, role = 'agent', via = call) =>
  via('POST /api/developer/invitations', { headers: admin, body: { email, role } })
const tokenOf = (answer: Answer) => String(answer.body.link).split('#')[1]!
const show = (token: string, headers = {}) =>
  call('POST /api/auth/show-invitation', { body: { token }, headers, address: somewhere() })
const accept = (token: string, body: object = {}, headers = {}) =>
  call('POST /api/auth/accept-invitation', {
    body: { token, ...body },
    headers,
    address: somewhere(),
  })
const newAccount = { name: 'Asha Rao', password }
const cookieOf = (answer: Answer) => ({
  cookie: String([answer.headers['set-cookie']].flat()[0]).split(';', 1)[0]!,
  'sec-fetch-site': 'same-origin',
})

const signIn = (email: string, given: string) =>
  call('POST /api/auth/sign-in/email', { body: { email, password: given }, address: somewhere() })
const workspacesOf = async (headers: Record<string, string>): Promise<string[]> =>
  (await call('GET /api/session', { headers })).body.memberships.map(
    (each: { workspace: { id: string } }) => each.workspace.id,
  )

/** Another workspace whose admin invites by a shared link, and by mail. */
async function openOther() {
  const other = (await createTestWorkspace(context)).scope
  const { headers } = await signInTestMember(call, other)
  const inviteBy = (via: typeof call) => (email: string) =>
    via('POST /api/developer/invitations', { headers, body: { email, role: 'admin' } })
  return { scope: other, inviteByLink: inviteBy(call), inviteByMail: inviteBy(mailing.call) }
}

describe('a link that an admin has seen', () => {
  const chosen = 'chosen by the inviter'
  /** The admin of the test's workspace accepts the invitation of `email` with a password of their choice. */
  const claim = async (email: string) => {
    const accepted = await accept(tokenOf(await invite(email)), {
      name: 'Not me',
      password: chosen,
    })
    assert.equal(accepted.status, 200, accepted.text)
    return cookieOf(accepted)
  }

  test('creates an account that no other workspace and no operator can add', async () => {
    const email = address()
    const attacker = await claim(email)
    const other = await openOther()
    const role = 'admin'
    await assert.rejects(createUser(other.scope, { email, password, role }), {
      code: 'email_taken',
    })
    await assert.rejects(addMember(other.scope, { email, role }), { code: 'account_not_verified' })
    const token = tokenOf(await other.inviteByLink(email))
    for (const [body, headers] of [
      [{ name: 'Not me', password: chosen }, {}],
      [{}, attacker],
    ] as const) {
      const refused = await accept(token, body, headers)
      assert.equal(refused.status, 409, refused.text)
      assert.equal(refused.body.code, 'account_not_verified')
    }
    assert.deepEqual(await workspacesOf(attacker), [scope.workspaceId])
    // The operator's new password makes the account usable for its owner alone.
    await setPassword(context, { email, password })
    assert.equal((await call('GET /api/session', { headers: attacker })).status, 401)
    assert.equal((await signIn(email, chosen)).status, 401)
    assert.equal((await accept(token, { password })).status, 200)
  })

  test('creates an account that the owner of the address takes over by mail', async () => {
    const email = address()
    const attacker = await claim(email)
    const { body: options } = await call('POST /api/session/passkeys/options', {
      headers: attacker,
      body: {},
    })
    const site = { rpId: 'localhost', origin: context.config.publicUrl }
    const credential = createAuthenticator(site).create(options)
    const body = { name: 'Not the owner', credential }
    const added = await call('POST /api/session/passkeys', { headers: attacker, body })
    assert.equal(added.status, 201)
    const other = await openOther()
    await other.inviteByMail(email)
    const token = await waitForMailedToken(context, email, 'invitations')
    for (const headers of [{}, attacker]) {
      const shown = (await show(token, headers)).body
      assert.deepEqual([shown.account, shown.is_mailed, shown.is_signed_in], ['new', true, false])
      assert.equal((await accept(token, {}, headers)).status, 422)
    }
    const accepted = await accept(token, newAccount, attacker)
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal(accepted.body.user.name, newAccount.name)
    assert.equal((await call('GET /api/session', { headers: attacker })).status, 401)
    assert.equal((await signIn(email, chosen)).status, 401)
    assert.equal((await signIn(email, password)).status, 200)
    const session = (await call('GET /api/session', { headers: cookieOf(accepted) })).body
    assert.equal(session.workspace.id, other.scope.workspaceId)
    assert.equal(session.has_passkey, false)
  })

  test('creates an account that nobody takes over once its owner has verified it', async () => {
    const email = address()
    const { id } = (await call('GET /api/session', { headers: await claim(email) })).body.user
    await (await openOther()).inviteByMail(email)
    const token = await waitForMailedToken(context, email, 'invitations')
    const refused = await raceWith(
      context,
      id,
      (tx) =>
        tx.directory
          .updateTable('users')
          .set({ email_verified: true })
          .where('id', '=', id)
          .execute(),
      () => accept(token, newAccount),
    )
    assert.deepEqual([refused.status, refused.body.code], [409, 'email_taken'])
    assert.equal((await signIn(email, chosen)).status, 200)
    assert.equal((await show(token)).status, 200)
  })

  test('does not reveal whether the address has an account', async () => {
    const known = await signInTestMember(call, (await openOther()).scope)
    const { email } = (await call('GET /api/session', { headers: known.headers })).body.user
    const tokens = [tokenOf(await invite(email)), tokenOf(await invite(address()))] as const
    const [first, second] = await Promise.all(tokens.map(async (each) => (await show(each)).body))
    const { email: _, expires_at: __, ...shown } = first
    const { email: ___, expires_at: ____, ...shownOfUnknown } = second
    assert.deepEqual(shown, shownOfUnknown)
    for (const body of [
      {},
      { password: 'a wrong password' },
      { name: 'Asha' },
      { name: 'Asha', password: 'short' },
    ]) {
      const answers = await Promise.all(tokens.map((each) => accept(each, body)))
      const [one, two] = answers.map(({ status, body: { request_id: _____, ...problem } }) => ({
        status,
        problem,
      }))
      assert.equal(one!.status, 422)
      assert.deepEqual(one, two)
    }
  })
})

describe('an invitation', () => {
  test('creates a member with a new account, signed in, once', async () => {
    const email = address()
    const invited = await invite(email.toUpperCase())
    assert.equal(invited.status, 201)
    assert.equal(invited.body.email, email)
    assert.equal(invited.body.status, 'open')
    const token = tokenOf(invited)
    const shown = (await show(token)).body
    assert.deepEqual(
      [shown.email, shown.role, shown.account, shown.is_signed_in],
      [email, 'agent', 'new', false],
    )
    const accepted = await accept(token, newAccount)
    assert.equal(accepted.status, 200, accepted.text)
    const session = await call('GET /api/session', { headers: cookieOf(accepted) })
    assert.equal(session.body.user.email, email)
    assert.equal(session.body.user.name, 'Asha Rao')
    assert.equal(session.body.workspace.id, scope.workspaceId)
    assert.equal(session.body.membership.role, 'agent')
    for (const answer of [await accept(token, newAccount), await show(token)])
      assert.equal(answer.body.code, 'invitation_not_found')
    const listed = await call('GET /api/developer/invitations?status=accepted', { headers: admin })
    assert.ok(listed.body.data.some((each: { email: string }) => each.email === email))
    assert.ok(!listed.text.includes(token))
    const log = await call('GET /api/developer/audit-log?action=member.joined', { headers: admin })
    assert.equal(log.body.data[0].data.email, email)
    assert.equal(log.body.data[0].actor.name, 'Asha Rao')
  })

  test('lets a user of another workspace join with their password', async () => {
    const other = (await createTestWorkspace(context)).scope
    const member = await signInTestMember(call, other, 'agent')
    const { email } = (await call('GET /api/session', { headers: member.headers })).body.user
    const token = tokenOf(await invite(email, 'admin'))
    assert.equal((await show(token)).body.account, 'new', 'the link was shown to an admin')
    for (const body of [{}, { name: 'Mallory', password: 'my own new password' }]) {
      const refused = await accept(token, body)
      assert.equal(refused.status, 422)
      assert.equal(refused.body.errors[0].field, 'password')
    }
    const accepted = await accept(token, { password })
    assert.equal(accepted.status, 200, accepted.text)
    const session = (await call('GET /api/session', { headers: cookieOf(accepted) })).body
    assert.equal(session.workspace.id, scope.workspaceId)
    assert.equal(session.membership.role, 'admin')
    assert.equal(session.memberships.length, 2)
  })

  test('gives nobody more attempts at a password than the sign-in', async () => {
    // Attempts are refilled with time.
    const now = new Date()
    const still = (await openTestApi({ ...context, clock: { now: () => now } })).call
    const other = (await createTestWorkspace(context)).scope
    const member = await signInTestMember(call, other, 'agent')
    const { email } = (await call('GET /api/session', { headers: member.headers })).body.user
    const invited = await invite(email)
    const guess = async () => {
      const path = `POST /api/developer/invitations/${invited.body.id}/resend`
      const token = tokenOf(await still(path, { headers: admin, body: {} }))
      const body = { token, password: 'a wrong password' }
      return (await still('POST /api/auth/accept-invitation', { body, address: '10.9.9.9' })).status
    }
    for (let i = 0; i < 10; i++) assert.equal(await guess(), 422)
    assert.equal(await guess(), 429)
    const body = { email, password }
    const signedIn = await still('POST /api/auth/sign-in/email', { body, address: '10.9.9.9' })
    assert.equal(signedIn.status, 429)
    assert.equal((await signIn(email, password)).status, 200)
    const entries = () =>
      other.db
        .selectFrom('audit_entries')
        .select('id')
        .where('workspace_id', '=', other.workspaceId)
        .where('action', '=', 'member.sign_in_failed')
        .execute()
    await waitFor(async () => (await entries()).length === 10)
  })

  test('requires no password from its signed-in user, but from everybody else', async () => {
    const other = (await createTestWorkspace(context)).scope
    const member = await signInTestMember(call, other, 'agent')
    const stranger = await signInTestMember(call, other, 'agent')
    const { email } = (await call('GET /api/session', { headers: member.headers })).body.user
    const token = tokenOf(await invite(email))
    assert.equal((await show(token, stranger.headers)).body.is_signed_in, false)
    assert.equal((await accept(token, {}, stranger.headers)).status, 422)
    assert.equal((await show(token, member.headers)).body.is_signed_in, true)
    const accepted = await accept(token, {}, member.headers)
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal(accepted.headers['set-cookie'], undefined)
    const session = (await call('GET /api/session', { headers: member.headers })).body
    assert.equal(session.workspace.id, scope.workspaceId)
  })

  test('stops working when it is revoked, replaced or expired', async () => {
    const revoked = await invite(address())
    const path = `/api/developer/invitations/${revoked.body.id}`
    for (const _ of [1, 2])
      assert.equal((await call(`DELETE ${path}`, { headers: admin })).status, 204)
    assert.equal((await accept(tokenOf(revoked), newAccount)).status, 404)
    const again = await call(`POST ${path}/resend`, { headers: admin, body: {} })
    assert.equal(again.body.code, 'invitation_closed')

    const first = await invite(address())
    const resent = await call(`POST /api/developer/invitations/${first.body.id}/resend`, {
      headers: admin,
      body: {},
    })
    assert.equal(resent.status, 200)
    assert.notEqual(tokenOf(resent), tokenOf(first))
    assert.equal((await accept(tokenOf(first), newAccount)).status, 404)
    assert.equal((await show(tokenOf(resent))).status, 200)

    const old = await invite(address())
    assert.equal((await show(tokenOf(old))).status, 200)
    time.offset = 7 * 86_400_000 + 1000
    try {
      assert.equal((await show(tokenOf(old))).status, 404)
      assert.equal((await accept(tokenOf(old), newAccount)).status, 404)
    } finally {
      time.offset = 0
    }
  })

  test('that expired does not block a new one', async () => {
    const email = address()
    await invite(email)
    assert.equal((await invite(email)).body.code, 'invitation_open')
    await context.directory
      .updateTable('invitations')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('workspace_id', '=', scope.workspaceId)
      .where('email', '=', email)
      .execute()
    const again = await invite(email)
    assert.equal(again.status, 201, again.text)
    assert.equal((await accept(tokenOf(again), newAccount)).status, 200)
    assert.equal((await invite(email)).body.code, 'already_member')
  })

  test('is accepted only once by two concurrent requests', async () => {
    const token = tokenOf(await invite(address()))
    const answers = await Promise.all([1, 2, 3].map(() => accept(token, newAccount)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404])
  })

  test('is sent by mail if there is a mail server, and then no admin sees the link', async () => {
    const email = address()
    const invited = await invite(email, 'agent', mailing.call)
    assert.equal(invited.body.link, null)
    const token = await waitForMailedToken(context, email, 'invitations')
    const [mail] = await readMailsTo(context, email)
    assert.match(mail!.subject, /invited you to Test/)
    assert.equal((await accept(token, newAccount)).status, 200)
  })

  test('is written in the language of its recipient, or else of its sender', async () => {
    const hindi = await signInTestMember(call, scope, 'admin')
    const setLocale = (headers: Record<string, string>, locale: string) =>
      call('PATCH /api/session/profile', { headers, body: { locale } })
    assert.equal((await setLocale(hindi.headers, 'hi')).status, 200)
    const sendTo = async (email: string) => {
      const body = { email, role: 'agent' }
      const { status } = await mailing.call('POST /api/developer/invitations', {
        headers: hindi.headers,
        body,
      })
      assert.equal(status, 201)
      return (await readMailsTo(context, email))[0]!
    }
    const stranger = await sendTo(address())
    assert.match(stranger.subject, /न्योता/)
    assert.match(stranger.text, /\n\nhttp\S+\/invitations#\w+\n\n/, 'the link stands by itself')
    const other = await createTestWorkspace(context)
    const known = await signInTestMember(call, other.scope)
    assert.equal((await setLocale(known.headers, 'en')).status, 200)
    const { email } = (await call('GET /api/session', { headers: known.headers })).body.user
    assert.match((await sendTo(email)).subject, /invited you to Test/)
  })

  test('is stored as a hash of its token, and not logged without a mail server', async () => {
    const email = address()
    const token = tokenOf(await invite(email))
    assert.deepEqual(await readMailsTo(context, email), [])
    const rows = await context.directory
      .selectFrom('invitations')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    assert.ok(!JSON.stringify(rows).includes(token))
  })

  test('requires a name and a long enough password for a new account', async () => {
    const token = tokenOf(await invite(address()))
    for (const [body, field] of [
      [{ password }, 'name'],
      [{ name: '  ', password }, 'name'],
      [{ name: 'Asha' }, 'password'],
      [{ name: 'Asha', password: 'short' }, 'password'],
    ] as const) {
      const answer = await accept(token, body)
      assert.equal(answer.status, 422)
      assert.equal(answer.body.errors[0].field, field)
    }
    for (const email of ['nobody', 'a b@example.com', ''])
      assert.equal((await invite(email)).status, 422)
  })

  test('is neither shown nor accepted from another origin', async () => {
    const token = tokenOf(await invite(address()))
    const headers = { origin: 'https://evil.example' }
    assert.equal((await show(token, headers)).body.code, 'cross_origin')
    assert.equal((await accept(token, newAccount, headers)).body.code, 'cross_origin')
  })

  test('restores the previous membership of a former member', async () => {
    const email = address()
    const joined = await accept(tokenOf(await invite(email)), newAccount)
    const before_ = (await call('GET /api/session', { headers: cookieOf(joined) })).body
    await context.directory
      .updateTable('memberships')
      .set({ removed_at: new Date() })
      .where('id', '=', before_.membership.id)
      .execute()
    const back = await accept(tokenOf(await invite(email, 'admin')), { password })
    assert.equal(back.status, 200, back.text)
    const after_ = (await call('GET /api/session', { headers: cookieOf(back) })).body
    const { id, role } = after_.membership
    assert.deepEqual([id, role], [before_.membership.id, 'admin'])
  })
})
