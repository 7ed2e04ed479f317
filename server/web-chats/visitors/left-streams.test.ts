import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { after, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { openWebChats } from '#test/web-chats.ts'
import { readSession } from './find-session.ts'
import { createWebChatFinder } from './create-web-chat-finder.ts'
import { createVisitorStreams } from './create-visitor-streams.ts'

const { context } = await openTestContext()
const { open } = openWebChats(context)
const streams = createVisitorStreams(context, { stalledMs: 20 })
after(() => streams.close())

/** Serves a stream of a new visitor to `out` until it ends. */
async function openFor(): Promise<(out: Writable) => Promise<void>> {
  const { chat, start } = await open()
  const visited = (await createWebChatFinder(context)(chat.public_id))!
  const session = await readSession(visited, `Bearer ${await start()}`)
  return (out) =>
    streams.open(visited, session, { network: chat.id, after: undefined, begin: () => out })
}

test(
  'a stream of a visitor who left while it was opened ends at once',
  { timeout: 60_000 },
  async () => {
    const gone = new PassThrough()
    gone.destroy()
    await once(gone, 'close')
    const serve = await openFor()
    // More than a session may have open: each ends and makes room.
    for (let count = 0; count < 8; count++) await serve(gone)
  },
)

test('a stream whose visitor reads nothing is closed', { timeout: 60_000 }, async () => {
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined })
  await (
    await openFor()
  )(stuck)
  assert.ok(stuck.destroyed)
})
