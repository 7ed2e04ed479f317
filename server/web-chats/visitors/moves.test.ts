import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { newId } from '#lib/ids.ts'
import { moveWorkspace } from '#moves/move-workspace.ts'
import { openTestStream } from '#test/event-streams.ts'
import { openShards } from '#test/shards.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebChats, SITE } from '#test/web-chats.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { contextsOf } from '#db/shards.ts'

const { context } = await openShards()
const { app, open } = openWebChats(context)
const url = await app.listen({ host: '127.0.0.1', port: 0 })

test('a visitor continues after the workspace was moved to another server', async () => {
  const { id: workspaceId } = await createWorkspace(context, {
    name: `Test ${newId()}`,
    shard: 'main',
  })
  const { chat, start, write, work, textsOf } = await open({
    scope: await systemScopeOn(context, workspaceId),
  })
  const token = await start()
  await write(token, 'Before')
  await work()
  const stream = await openTestStream(
    url,
    { authorization: `Bearer ${token}`, origin: SITE },
    { path: `/chat/${chat.public_id}/stream` },
  )
  await waitFor(() => stream.frames.length > 0)
  await moveWorkspace(context, { workspaceId, to: 'b', keepMs: 0 })
  await waitFor(() => !stream.isOpen(), { what: 'the stream to end, so that it resumes there' })
  assert.deepEqual(await textsOf(token), ['Before'])
  await write(token, 'After')
  const there = contextsOf(context).find(({ context: each }) => each.shard === 'b')!.context
  await createInboundLane(there).work(
    { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
    new AbortController().signal,
  )
  assert.deepEqual(await textsOf(token), ['Before', 'After'])
})
