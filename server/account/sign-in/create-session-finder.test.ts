import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPrepared } from '#db/prepared.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createSessionFinder } from './create-session-finder.ts'
import { createSessionCookie } from './session-cookie.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

test('sessions that are looked up at the same time share one statement, and each caller gets its own', async () => {
  const { scope } = await createTestWorkspace(context)
  const members = [await signInTestMember(call, scope), await signInTestMember(call, scope)]
  let reads = 0
  const directory = watchQueries(context.directory, (query) => {
    if (isPrepared(query)) reads++
  })
  const find = createSessionFinder({ ...context, directory }, createSessionCookie(context))
  const callers = [...members, members[0]!]
  const found = await Promise.all(
    callers.map(({ headers }) => find({ cookie: headers['cookie']! })),
  )
  assert.deepEqual(
    found.map((session) => session?.membership?.id),
    callers.map(({ membershipId }) => membershipId),
  )
  assert.equal(reads, 1)
  assert.equal(
    (await call('POST /api/auth/sign-out', { headers: members[0]!.headers })).status,
    200,
  )
  const [ended, other] = await Promise.all(
    members.map(({ headers }) => find({ cookie: headers['cookie']! })),
  )
  assert.equal(ended, undefined)
  assert.equal(other?.membership?.id, members[1]!.membershipId)
})
