import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const password = 'correct horse battery'

type Headers = Record<string, string>

async function openMember() {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope, 'agent')
  const { email } = (await call('GET /api/session', { headers })).body.user
  const signIn = async (agent: string): Promise<Headers> => {
    const answer = await call('POST /api/auth/sign-in/email', {
      body: { email, password },
      headers: { 'user-agent': agent },
      address: '203.0.113.8',
    })
    assert.equal(answer.status, 200, answer.text)
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';', 1)[0]!
    return { cookie, 'sec-fetch-site': 'same-origin' }
  }
  return { headers, signIn }
}

const list = async (headers: Headers) =>
  (await call('GET /api/session/sessions', { headers })).body.data as Record<string, unknown>[]
const statusOf = async (headers: Headers) => (await call('GET /api/session', { headers })).status

test('a member sees their sessions without tokens, and ends one of them', async () => {
  const { headers, signIn } = await openMember()
  const other = await signIn('Firefox on a phone')
  const sessions = await list(headers)
  assert.deepEqual(
    sessions.map((each) => each['is_current']),
    [false, true],
  )
  const [phone] = sessions
  assert.deepEqual(
    [phone!['user_agent'], phone!['ip_address']],
    ['Firefox on a phone', '203.0.113.8'],
  )
  assert.deepEqual(Object.keys(phone!).toSorted(), [
    'created_at',
    'expires_at',
    'id',
    'ip_address',
    'is_current',
    'last_used_at',
    'user_agent',
  ])
  const end = (id: unknown, by: Headers) =>
    call(`DELETE /api/session/sessions/${String(id)}`, { headers: by })
  const stranger = await openMember()
  for (const id of [phone!['id'], newId(), 'nonsense'])
    assert.equal((await end(id, stranger.headers)).body.code, 'session_not_found')
  assert.equal(await statusOf(other), 200)
  assert.equal((await end(phone!['id'], headers)).status, 204)
  assert.equal(await statusOf(other), 401)
  assert.equal(await statusOf(headers), 200)
})

test('a member ends all their other sessions, and those of nobody else', async () => {
  const { headers, signIn } = await openMember()
  const others = [await signIn('one'), await signIn('two')]
  const stranger = await openMember()
  assert.equal((await call('DELETE /api/session/sessions', { headers })).status, 204)
  for (const other of others) assert.equal(await statusOf(other), 401)
  assert.equal(await statusOf(stranger.headers), 200)
  assert.deepEqual(
    (await list(headers)).map((each) => each['is_current']),
    [true],
  )
})
