import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { openWebChats } from '#test/web-chats.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open } = openWebChats(context)

test('the secret of a web chat cannot be deleted or replaced as an access token', async () => {
  const { scope, chat } = await open()
  const { headers } = await signInTestMember(call, scope)
  const request = `PATCH /api/developer/channels/${chat.id}`
  for (const body of [{ access_token: null }, { access_token: 'x' }, { business_account: '1' }]) {
    const answer = await call(request, { headers, body })
    assert.deepEqual([answer.status, answer.body.code], [422, 'validation_failed'], answer.text)
  }
  const [channel] = await rowsOf(scope, 'channels')
  assert.ok(channel.access_token)
  const renamed = await call(request, { headers, body: { name: 'Help' } })
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'Help'])
})
