import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { getEndpoint } from '#webhooks/get-endpoint.ts'
import { updateEndpoint } from '#webhooks/update-endpoint.ts'
import { createHealthRecorder } from './create-health-recorder.ts'
import { createHealthTally } from './find-health-change.ts'
import { pollDeliveries } from './poll-deliveries.ts'

const { context } = await openTestContext()

/** Returns a tally of one attempt, with the error or null. */
function tallyOf(error: 'timeout' | null, startedAt = new Date()) {
  const tally = createHealthTally()
  tally.add({ error, startedAt, responseStatus: error ? null : 200 } as never)
  return tally
}

async function readEndpoint({ workspaceId }: Scope, endpointId: string) {
  const asked = [{ endpointId, except: [] }]
  const [found] = await pollDeliveries(context, workspaceId, asked, 1)
  return found!.endpoint
}

test('endpoints that fail and recover at the same time are stored in one statement', async () => {
  const { scope } = await createTestWorkspace(context)
  const ids: string[] = []
  for (let number = 0; number < 5; number++)
    ids.push((await createEndpoint(scope, { url: `https://a${number}.example/` })).id)
  const endpoints = () => Promise.all(ids.map((id) => readEndpoint(scope, id)))
  const heard: [string, boolean][] = []
  let updates = 0
  const db = watchQueries(context.db, (query) => {
    // Statements that are prepared are seen by their text.
    if (!query.startsWith('{') && query.includes('update webhook_endpoints')) updates++
  })
  const record = createHealthRecorder({ ...context, db }, (...change) => void heard.push(change))

  const before = await endpoints()
  const [moved, ...others] = ids
  await updateEndpoint(scope, moved!, { url: 'https://moved.example/' })
  const at = new Date(Date.now() - 60_000)
  await Promise.all(before.map((endpoint) => record(endpoint, tallyOf('timeout', at))))
  assert.equal(updates, 1)
  assert.deepEqual(
    heard,
    ids.map((id) => [id, true]),
  )
  const failingSince = async (id: string) => (await getEndpoint(scope, id)).failing_since
  assert.equal(await failingSince(moved!), null, 'what failed was its former URL')
  for (const id of others) assert.deepEqual(await failingSince(id), at)

  // It is not written again while it fails.
  const failing = (await endpoints()).slice(1)
  await Promise.all(failing.map((endpoint) => record(endpoint, tallyOf('timeout'))))
  assert.equal(updates, 1)

  await Promise.all(failing.map((endpoint) => record(endpoint, tallyOf(null))))
  assert.equal(updates, 2)
  for (const id of others) assert.equal(await failingSince(id), null)
})
