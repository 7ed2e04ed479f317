import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { decryptAccessToken } from './encrypt-access-token.ts'
import { createChannel } from './create-channel.ts'
import { createChannelRouteFinder } from './create-channel-route-finder.ts'
import { listChannels } from './list-channels.ts'

const { context } = await openTestContext()

test('a connected number is routed to its workspace and its token is stored encrypted', async () => {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const channel = await createChannel(scope, {
    type: 'whatsapp',
    account: '7001',
    display_phone: '+91 80000 00000',
    access_token: 'EAAG-secret',
  })
  assert.ok(!JSON.stringify(channel).includes('EAAG'))
  assert.deepEqual((await listChannels(scope, {})).data, [channel])
  const find = createChannelRouteFinder(context)
  const routes = await find('whatsapp', ['7001', '7002', '7001'])
  assert.deepEqual([...routes], [['7001', { workspaceId, channelId: channel.id }]])
  assert.equal((await find('messenger', ['7001'])).size, 0)
  const { access_token } = await scope.db
    .selectFrom('channels')
    .select('access_token')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  assert.ok(!access_token!.includes('EAAG'))
  assert.equal(decryptAccessToken(scope, channel.id, access_token!), 'EAAG-secret')
})

test('a number is connected once, whoever tries', async () => {
  const one = await createTestWorkspace(context)
  const two = await createTestWorkspace(context)
  await createChannel(one.scope, { type: 'whatsapp', account: '7100' })
  for (const { scope } of [one, two])
    await assert.rejects(createChannel(scope, { type: 'whatsapp', account: '7100' }), {
      code: 'channel_taken',
    })
  assert.equal((await listChannels(two.scope, {})).data.length, 0)
})

test('an account that is no number and a token with spaces are refused', async () => {
  const { scope } = await createTestWorkspace(context)
  for (const input of [{ account: 'abc' }, { account: '' }, { account: '1', access_token: 'a b' }])
    await assert.rejects(createChannel(scope, { type: 'whatsapp', ...input }), {
      code: 'validation_failed',
    })
})
