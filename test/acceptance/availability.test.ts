import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { after, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const KILLS = 5
const LATE_MS_MAX = 1_000

const { api, env, tenantsUrl, workspaceId, processes } = await startProduct(undefined, [
  'api,ingest',
  'worker',
])
const client = createClient(tenantsUrl, 'parley test')
await client.connect()
let worker = processes[1]!
after(() => worker.end())

type Change = { at: Date; availability: string; cause: string; until: string | null }

/** Returns the changes of a member that events reported, in their order. */
async function readChanges(id: string): Promise<Change[]> {
  const { rows } = await client.query(
    `select created_at as at, body::jsonb #>> '{data,availability}' as availability,
       body::jsonb #>> '{data,availability_cause}' as cause, body::jsonb #>> '{data,availability_until}' as until
     from events where workspace_id = $1 and type = 'member.updated' and body::jsonb #>> '{data,id}' = $2 order by position`,
    [workspaceId, id],
  )
  return rows as Change[]
}

async function setAway(id: string, ms: number): Promise<Date> {
  const until = new Date(Date.now() + ms)
  const body = { availability: 'away', availability_until: until.toISOString() }
  assert.equal((await api(`PATCH /api/v1/members/${id}`, { body })).status, 200)
  return until
}

test('what a member set by hand ends at its time, once each, whatever is killed', async (t) => {
  t.after(() => client.end())
  const { body } = await api('GET /api/v1/members?removed=false')
  const { id } = body.data[0]
  const until = await setAway(id, 600)
  const [, ended] = await waitFor(async () => {
    const changes = await readChanges(id)
    return changes.length === 2 ? changes : undefined
  })
  const lateMs = ended!.at.getTime() - until.getTime()
  assert.ok(lateMs >= 0 && lateMs <= LATE_MS_MAX, `${lateMs} ms late`)

  for (let kill = 1; kill <= KILLS; kill++) {
    await setAway(id, 300)
    // Before, at and after the end.
    await delay(kill * 100)
    await worker.end('SIGKILL')
    await client.query(`update lanes set lease_until = now() where lease_until is not null`)
    worker = await startServer(env, ['--only', 'worker', '--json'])
    await waitFor(async () => (await readChanges(id)).length >= 2 + 2 * kill, {
      what: 'the end of the availability',
    })
  }
  const changes = await readChanges(id)
  assert.deepEqual(
    changes.map(({ availability, cause }) => `${availability} ${cause}`),
    Array.from({ length: KILLS + 1 }, () => ['away by_hand', 'offline activity']).flat(),
  )
})
