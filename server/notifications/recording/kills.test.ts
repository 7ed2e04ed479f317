import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey } from '#test/factories.ts'
import { openNotifications } from '#test/notifications.ts'
import { signInTestMember } from '#test/session.ts'
import { createNotifyLane } from './create-notify-lane.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open, subscribe, work } = await openNotifications(context, call)

/** Returns the context of a worker that is killed after its statement number `at`. */
function killedAt(at: number): Context {
  let done = 0
  const db = context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      done += 1
      if (done >= at) throw new Error('The worker was killed.')
      return result
    },
  })
  return { ...context, db }
}

/** Works a turn of the workspace's lane. */
async function turn(of: Context, { workspaceId }: Scope): Promise<void> {
  const lane = createNotifyLane(of)
  const { signal } = new AbortController()
  await lane.work({ workspaceId, targetId: workspaceId, leaseToken: newId(), wakes: 0 }, signal)
}

test('each event notifies each entitled member once, whatever statement the worker is killed at', async () => {
  const place = await open()
  const { scope, ada, ben, device, receive } = place
  const cleo = await signInTestMember(call, scope, 'agent')
  const devices = [device, await subscribe(ben.headers), await subscribe(cleo.headers)]
  const key = await createTestKey(scope, ['*'])
  const createTeam = async (name: string, member: { membershipId: string }, channels: string[]) => {
    const body = { name, member_ids: [member.membershipId], channel_ids: channels }
    const made = await call('POST /api/v1/teams', { key, body })
    assert.equal(made.status, 201, made.text)
  }
  await receive('Hello')
  const { body: chats } = await call('GET /api/v1/chats', { key })
  const [chat] = chats.data
  await createTeam('Ours', ada, [chat.channel.id])
  await createTeam('Others', ben, [])
  const { body: teams } = await call('GET /api/v1/teams', { key })
  const ours = teams.data.find((each: { name: string }) => each.name === 'Ours')
  await call(`PATCH /api/v1/chats/${chat.id}`, { key, body: { team_id: ours.id } })
  await work(scope)
  const before = devices.map(({ received }) => received.length)
  const read = async () => {
    for (const { headers } of [ada, ben, cleo])
      await call('POST /api/app/notifications/read', { headers, body: {} })
  }
  const unread = async () => {
    const counts = []
    for (const { headers } of [ada, ben, cleo])
      counts.push((await call('GET /api/app/notifications/unread', { headers })).body.unread_count)
    return counts
  }
  let kills = 0
  for (let at = 1; ; at++) {
    await read()
    await receive(`Message ${at}`)
    const isKilled = await turn(killedAt(at), scope).then(
      () => false,
      (err: unknown) => {
        assert.match(String(err), /killed/)
        return true
      },
    )
    // Its lease ends, and another worker begins again.
    await work(scope)
    await work(scope)
    assert.deepEqual(await unread(), [1, 0, 1], `killed at ${at}`)
    assert.deepEqual(
      devices.map(({ received }, index) => received.length - before[index]!),
      [at, 0, at],
      `killed at ${at}`,
    )
    if (!isKilled) break
    kills += 1
  }
  assert.ok(kills > 5, `${kills} kills`)
})
