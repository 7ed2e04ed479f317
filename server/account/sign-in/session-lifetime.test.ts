import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream, startEventApi } from '#test/event-streams.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { createSessionFinder } from './create-session-finder.ts'
import { createSessionCookie } from './session-cookie.ts'

const HOUR_MS = 3_600_000
const sessions = { idleHours: 24, maxHours: 72 }
const { context } = await openTestContext({ sessions })

/** A signed-in member of an API whose clock only moves by `pass`. */
async function openMember() {
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const timed = { ...context, clock }
  const { call } = await openTestApi(timed)
  const { scope } = await createTestWorkspace(timed)
  const { headers } = await signInTestMember(call, scope)
  const status = async () => (await call('GET /api/session', { headers })).status
  const list = async () =>
    (await call('GET /api/session/sessions', { headers })).body.data as {
      last_used_at: string
      expires_at: string
    }[]
  const pass = (hours: number) => (now += hours * HOUR_MS)
  return { headers, status, list, pass, clock, timed }
}

test('a session ends when it was not used for the idle time', async () => {
  const { status, list, pass, clock } = await openMember()
  pass(23)
  const [used] = await list()
  assert.equal(new Date(used!.last_used_at).getTime(), clock.now().getTime())
  assert.equal(new Date(used!.expires_at).getTime(), clock.now().getTime() + 24 * HOUR_MS)
  pass(23)
  assert.equal(await status(), 200)
  pass(24)
  assert.equal(await status(), 401)
})

test('a session ends after its longest lifetime, however much it is used', async () => {
  const { status, pass } = await openMember()
  for (const hours of [20, 20, 20, 11]) {
    pass(hours)
    assert.equal(await status(), 200)
  }
  pass(1)
  assert.equal(await status(), 401)
})

test('shorter lifetimes also apply to sessions that exist', async () => {
  const { headers, pass, timed } = await openMember()
  const withLimits = async (idleHours: number, maxHours: number) => {
    const config = { ...context.config, sessions: { idleHours, maxHours } }
    const { call } = await openTestApi({ ...timed, config })
    return (await call('GET /api/session', { headers })).status
  }
  pass(2)
  assert.equal(await withLimits(1, 72), 401)
  assert.equal(await withLimits(24, 2), 401)
  assert.equal(await withLimits(24, 72), 200)
})

test('an open stream ends with its session, and does not keep the session alive', async () => {
  const { headers, pass, timed } = await openMember()
  const { url } = await startEventApi(timed, { recheckMs: 20 })
  const stream = await openTestStream(url, headers)
  assert.equal(stream.answer.status, 200)
  pass(23)
  const find = createSessionFinder(timed, createSessionCookie(timed))
  assert.ok(await find(headers, { isUse: false }))
  assert.equal(stream.isOpen(), true)
  pass(1)
  await stream.ended
  assert.equal(await find(headers), undefined)
})
