import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openTestContext } from '#test/context.ts'
import { recordTestEvents } from '#test/event-streams.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createEventAnnouncer } from './create-event-announcer.ts'
import { createEventWatch } from './watch-events.ts'

const { context, url } = await openTestContext()
/** Long enough that a reading of events is not shared with the next one. */
const APART_MS = 50
/** Too long to find anything within a test. */
const NEVER_MS = 3_600_000

/** Watches a new workspace, whose events are announced by a process of its own, and counts the readings of events. */
async function watchNewWorkspace(options: { isSameProcess: boolean; url?: string }) {
  const { announce, announcements, flush } = createEventAnnouncer(context)
  const { scope } = await createTestWorkspace({ ...context, announce })
  let reads = 0
  const db = watchQueries(context.db, () => reads++)
  const watching = { db, log: context.log, ...(options.isSameProcess && { announcements }) }
  const { watch, stop } = createEventWatch(watching, { url: options.url, pollMs: NEVER_MS })
  after(stop)
  const heads: number[] = []
  watch(scope.workspaceId, {
    position: () => heads.at(-1),
    onNews: ({ head }) => heads.push(head),
  })
  // Events are read once more when it listens.
  await waitFor(() => heads.length === (options.url ? 2 : 1))
  return { scope, heads, announce, flush, reads: () => reads }
}

test('streams of the process that recorded an event hear of it without the database', async () => {
  const { scope, heads } = await watchNewWorkspace({ isSameProcess: true })
  await recordTestEvents(scope, 1)
  await waitFor(() => heads.at(-1) === 1)
})

test('streams of other processes hear of it by a notification', async () => {
  const { scope, heads } = await watchNewWorkspace({ isSameProcess: false, url })
  await recordTestEvents(scope, 1)
  await waitFor(() => heads.at(-1) === 1)
})

test('a process ignores its own notifications', async () => {
  const { scope, heads, flush, reads } = await watchNewWorkspace({ isSameProcess: true, url })
  await delay(APART_MS)
  const before = reads()
  await recordTestEvents(scope, 1)
  await waitFor(() => heads.at(-1) === 1)
  await flush()
  await delay(APART_MS)
  const heard = heads.length
  // Notifications arrive in order: when that of another process is here, the own one was.
  createEventAnnouncer(context).announce(scope.workspaceId)
  await waitFor(() => heads.length > heard)
  assert.equal(reads() - before, 2)
})

test('what is announced within one turn of the event loop is read by one query', async () => {
  const { announce, scope, heads, reads } = await watchNewWorkspace({ isSameProcess: true })
  const before = reads()
  for (let count = 0; count < 5; count++) announce(scope.workspaceId)
  await waitFor(() => heads.length === 2)
  assert.equal(reads() - before, 1)
})

test('what a second process announces reaches the subscribers of the first one, under whose origin it notifies others', async () => {
  const first = createEventAnnouncer(context)
  const { origin } = first.announcements
  const second = createEventAnnouncer(context, { origin })
  const heard: string[] = []
  first.announcements.subscribe((id) => heard.push(id))
  second.announcements.subscribe(first.announcements.notify)
  second.announce('00000000-0000-7000-8000-000000000003')
  assert.deepEqual(heard, ['00000000-0000-7000-8000-000000000003'])
  assert.equal(second.announcements.origin, origin)
  await second.flush()
})

test('an ended subscription hears nothing more', () => {
  const { announce, announcements } = createEventAnnouncer(context)
  const heard: string[] = []
  const end = announcements.subscribe((id) => heard.push(id))
  announce('00000000-0000-7000-8000-000000000001')
  end()
  announce('00000000-0000-7000-8000-000000000002')
  assert.deepEqual(heard, ['00000000-0000-7000-8000-000000000001'])
})

test('new events of several workspaces are read by one statement, each workspace its own after its position', async () => {
  const { announce } = createEventAnnouncer(context)
  const scopes = await Promise.all(
    Array.from(
      { length: 3 },
      async () => (await createTestWorkspace({ ...context, announce })).scope,
    ),
  )
  for (const [index, scope] of scopes.entries()) await recordTestEvents(scope, index)
  let reads = 0
  const { announce: announceHere, announcements } = createEventAnnouncer(context)
  const db = watchQueries(context.db, () => reads++)
  const watching = { db, log: context.log, announcements }
  const { watch, stop } = createEventWatch(watching, { pollMs: NEVER_MS })
  after(stop)
  const read = scopes.map((): number[] => [])
  for (const [index, { workspaceId }] of scopes.entries())
    watch(workspaceId, {
      position: () => read[index]!.at(-1) ?? 0,
      onNews: ({ events }) => read[index]!.push(...events.map(({ position }) => position)),
    })
  await waitFor(() => read[2]!.length === 2)
  assert.deepEqual(read, [[], [1], [1, 2]])
  const before = reads
  for (const scope of scopes) await recordTestEvents(scope, 2)
  for (const { workspaceId } of scopes) announceHere(workspaceId)
  await waitFor(() => read.every((positions, index) => positions.length === index + 2))
  assert.deepEqual(read, [
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
  ])
  assert.equal(reads - before, 1)
})

test('more events than one reading takes are read without another announcement', async () => {
  const { announce } = createEventAnnouncer(context)
  const { scope } = await createTestWorkspace({ ...context, announce })
  await recordTestEvents(scope, 450)
  const watching = { db: context.db, log: context.log }
  const { watch, stop } = createEventWatch(watching, { pollMs: NEVER_MS })
  after(stop)
  const read: number[] = []
  watch(scope.workspaceId, {
    position: () => read.at(-1) ?? 0,
    onNews: ({ events }) => read.push(...events.map(({ position }) => position)),
  })
  await waitFor(() => read.length === 450)
  assert.deepEqual(
    read,
    Array.from({ length: 450 }, (_, index) => index + 1),
  )
})
