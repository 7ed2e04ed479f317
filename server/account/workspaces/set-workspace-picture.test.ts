import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { toPng } from '#test/png.ts'
import { signInTestMember } from '#test/session.ts'
import { openWebChats } from '#test/web-chats.ts'

const { context } = await openTestContext()
const { call, app } = await openTestApi(context)

test('the picture of the workspace is set by admins, shown to visitors, and recorded', async () => {
  const { scope } = await createTestWorkspace(context)
  const { headers } = await signInTestMember(call, scope)
  const agent = await signInTestMember(call, scope, 'agent')
  const form = csvUpload(toPng(300, 200, [10, 120, 120, 255]), 'logo.png', 'image/png')
  const set = (own: Record<string, string>) =>
    call('PUT /api/developer/workspace/picture', {
      body: form.body,
      headers: { ...form.headers, ...own },
    })
  assert.equal((await set(agent.headers)).status, 403)
  const { status, body } = await set(headers)
  assert.equal(status, 200, JSON.stringify(body))
  const shown = await app.inject({ url: new URL(body.picture_url).pathname })
  assert.deepEqual([shown.statusCode, shown.headers['content-type']], [200, 'image/webp'])
  const read = async () =>
    (await call('GET /api/developer/workspace', { headers })).body.picture_url
  assert.equal(await read(), body.picture_url)
  const visited = await openWebChats(context).open({ scope })
  assert.equal((await visited.call('GET /settings')).body.picture_url, body.picture_url)
  assert.equal((await call('DELETE /api/developer/workspace/picture', { headers })).status, 204)
  assert.equal(await read(), null)
  const { body: log } = await call('GET /api/developer/audit-log', { headers })
  assert.deepEqual(
    log.data
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action.startsWith('workspace.picture')),
    ['workspace.picture_removed', 'workspace.picture_set'],
  )
})
