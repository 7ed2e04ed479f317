import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMember } from '#account/users/add-member.ts'
import { createAuthenticator } from '#test/authenticator.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { openPasskeyTests, SITE } from '#test/passkeys.ts'
import type { User } from '#test/passkeys.ts'
import { TEST_PASSWORD } from '#test/session.ts'

const { toUser, context, call, newUser, headersOf, startAdding, add, save, list, signIn, confirm } =
  await openPasskeyTests()

describe('a workspace that requires a second factor', () => {
  /** Creates a workspace that requires a second factor, and an admin of it who has a passkey. */
  async function newStrictWorkspace() {
    const strict = (await createTestWorkspace(context)).scope
    const admin = await newUser('admin', strict)
    const policy = () =>
      call('PATCH /api/developer/workspace', {
        headers: admin.headers,
        body: { require_second_factor: true },
      })
    assert.equal((await policy()).body.code, 'second_factor_off')
    const added = await add(admin)
    assert.equal((await policy()).status, 200)
    return { strict, admin, ...added }
  }
  const chats = async ({ headers }: Pick<User, 'headers'>) =>
    (await call('GET /api/v1/chats', { headers })).status
  const mustSetUp = async ({ headers }: Pick<User, 'headers'>) =>
    (await call('GET /api/session', { headers })).body.must_set_up_second_factor

  test('accepts a passkey instead of a code, and the password alone no longer', async () => {
    const { strict, admin, passkey } = await newStrictWorkspace()
    assert.equal(await chats(admin), 200)
    const byPasskey = toUser(await signIn(passkey))
    assert.equal(await chats(byPasskey), 200)
    assert.equal(await mustSetUp(byPasskey), false)
    const byPassword = { headers: await headersOf(admin.email) }
    assert.equal(await chats(byPassword), 403)
    assert.equal(await mustSetUp(byPassword), true)
    assert.equal((await confirm(byPassword, passkey)).status, 204)
    assert.equal(await chats(byPassword), 200)

    const member = await newUser('agent', strict)
    assert.equal(await chats(member), 403)
    await add(member)
    assert.equal(await chats(member), 200)
  })

  test('lets nobody with the password alone add, rename or remove a second factor of a user with a passkey', async () => {
    const { admin, passkey, id } = await newStrictWorkspace()
    const lenient = (await createTestWorkspace(context)).scope
    await addMember(lenient, { email: admin.email, role: 'agent' })
    const thief = { headers: await headersOf(admin.email) }
    const toLenient = await call('POST /api/session/workspace', {
      headers: thief.headers,
      body: { workspace_id: lenient.workspaceId },
    })
    assert.equal(toLenient.status, 204)
    assert.equal(await chats(thief), 200)
    const { headers } = thief
    const attempts = [
      await startAdding(thief),
      await call(`DELETE /api/session/passkeys/${id}`, { headers }),
      await call('POST /api/session/second-factor', {
        headers,
        body: { current_password: TEST_PASSWORD },
      }),
      await call('POST /api/session/second-factor/confirm', { headers, body: { code: '000000' } }),
    ]
    for (const attempt of attempts) assert.equal(attempt.body.code, 'second_factor_required')
    assert.equal((await confirm(thief, passkey)).status, 204)
    assert.equal((await startAdding(thief)).status, 200)
  })

  test('lets nobody who began with the password alone add a passkey after the user did', async () => {
    const { strict } = await newStrictWorkspace()
    const member = await newUser('agent', strict)
    const thief = { headers: await headersOf(member.email) }
    const { body: options } = await startAdding(thief)
    const { id } = await add(member)
    const refused = await save(thief, createAuthenticator(SITE).create(options))
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required'])
    const ids = (await list(member)).map((each: { id: string }) => each.id)
    assert.deepEqual(ids, [id])
  })

  test('refuses a member who removed their last passkey until they set up a second factor', async () => {
    const { admin, id } = await newStrictWorkspace()
    const { headers } = admin
    assert.equal((await call(`DELETE /api/session/passkeys/${id}`, { headers })).status, 204)
    assert.equal(await chats(admin), 403)
    await turnOnSecondFactor(call, context, admin)
    assert.equal(await chats(admin), 200)
  })
})
