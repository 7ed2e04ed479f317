import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectMembers } from '#account/users/get-member.ts'
import { setAvailability } from '#availability/set-availability.ts'
import type { Scope } from '#db/context.ts'
import { updateById } from '#db/update-by-id.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember } from '#test/factories.ts'
import { openWebChats } from '#test/web-chats.ts'
import { createOnlineFinder } from './create-online-finder.ts'

const { context } = await openTestContext()
const { open } = openWebChats(context)

async function set(scope: Scope, id: string, availability: 'online' | 'away' | null) {
  const member = await selectMembers(scope)
    .where('memberships.id', '=', id)
    .executeTakeFirstOrThrow()
  await setAvailability(scope, member, { availability })
}

test('a web chat says whether somebody who answers is online, once one of them has said so', async () => {
  const { scope, chat, call } = await open()
  const [agent, viewer] = [
    await createTestMember(scope, 'agent'),
    await createTestMember(scope, 'agent'),
  ]
  await updateById(scope, 'memberships', viewer.membershipId, { role: 'viewer' })
  const visited = { scope, channelId: chat.id } as Parameters<
    ReturnType<typeof createOnlineFinder>
  >[0]
  const find = () => createOnlineFinder()(visited)
  assert.equal(await find(), null)
  assert.equal((await call('GET /settings')).body.online, null)
  await set(scope, viewer.membershipId, 'online')
  assert.equal(await find(), null, 'who cannot answer does not count')
  await set(scope, agent.membershipId, 'away')
  assert.equal(await find(), false)
  await set(scope, agent.membershipId, 'online')
  assert.equal(await find(), true)

  // A team of others answers on the channel.
  const other = await createTestMember(scope, 'agent')
  const now = scope.clock.now()
  const teamId = newId()
  const { workspaceId: workspace_id } = scope
  await scope.db
    .insertInto('teams')
    .values({ workspace_id, id: teamId, name: 'Team', created_at: now, updated_at: now })
    .execute()
  await scope.db
    .insertInto('team_members')
    .values({ workspace_id, team_id: teamId, membership_id: other.membershipId, created_at: now })
    .execute()
  await updateById(scope, 'channels', chat.id, { team_id: teamId })
  assert.equal(await find(), null)
  await set(scope, other.membershipId, 'online')
  assert.equal(await find(), true)
  await set(scope, other.membershipId, null)
  assert.equal(await find(), false, 'who has set it once goes by activity')
})
