import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'

const { context } = await openTestContext()
const now = new Date()
const { call, app } = await openTestApi({ ...context, clock: { now: () => now } })

/** The routes that anybody can call. */
const PATHS = [
  'sign-in/email',
  'sign-out',
  'request-password-reset',
  'reset-password',
  'show-invitation',
  'accept-invitation',
]

describe('anonymous requests to sign in', () => {
  test('are refused when they are larger than 16 KiB', async () => {
    for (const path of PATHS) {
      const body = { token: 'x'.repeat(16 * 1024) }
      const { status } = await call(`POST /api/auth/${path}`, { body })
      assert.equal(status, 413, path)
    }
  })

  test('are counted per network before their body is read', async () => {
    const ask = (address: string) =>
      call('POST /api/auth/sign-in/email', { body: '{', address }).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 201 }, () => ask('203.0.113.7')))
    assert.deepEqual(statuses, [...Array<number>(200).fill(400), 429])
    assert.equal(await ask('203.0.113.8'), 400)
    // The body is never sent: only its length is.
    const early = await app.inject({
      method: 'POST',
      url: '/api/auth/reset-password',
      remoteAddress: '203.0.113.7',
      headers: { 'content-type': 'application/json', 'content-length': '2000000' },
    })
    assert.equal(early.statusCode, 429)
    assert.ok(Number(early.headers['retry-after']) >= 1)
  })
})
