import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openTestStream } from '#test/event-streams.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { app, call } = await openTestApi(context, {
  streamLimits: { perKey: 1, perWorkspace: 2, inAll: 3 },
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

const callers: [path: string, create: (scope: Scope) => Promise<Record<string, string>>][] = [
  [
    '/api/v1/events/stream',
    async (scope) => ({ authorization: `Bearer ${await createTestKey(scope, ['events:read'])}` }),
  ],
  ['/api/app/live', async (scope) => (await signInTestMember(call, scope)).headers],
]

for (const [path, create] of callers)
  test(`a caller, a workspace and the server have limited numbers of streams at ${path}`, async () => {
    const { scope } = await createTestWorkspace(context)
    const { scope: other } = await createTestWorkspace(context)
    const open = async (headers: Record<string, string>) =>
      assert.equal((await openTestStream(url, headers, { path })).answer.status, 200)
    const refuse = async (headers: Record<string, string>, status: number, code: string) => {
      const answer = await call(`GET ${path}`, { headers })
      assert.deepEqual([answer.status, answer.body.code], [status, code])
      assert.equal(answer.headers['retry-after'], '5')
    }
    const first = await create(scope)
    await open(first)
    await refuse(first, 429, 'too_many_streams')
    await open(await create(scope))
    await refuse(await create(scope), 409, 'quota_exceeded')
    await open(await create(other))
    await refuse(await create(other), 503, 'streams_exhausted')
  })
