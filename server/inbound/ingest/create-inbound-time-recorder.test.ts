import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { accountLabel } from '#platforms/account-label.ts'
import { createInboundTimeRecorder } from './create-inbound-time-recorder.ts'

const { context } = await openTestContext()

async function createNumber() {
  const { scope } = await createTestWorkspace(context)
  const { account } = await createTestChannel(scope)
  const read = async () => {
    const { rows } = await sql<{ last_inbound_at: Date | null }>`
      select last_inbound_at from channels where workspace_id = ${scope.workspaceId}`.execute(
      scope.db,
    )
    return rows[0]!.last_inbound_at?.getTime()
  }
  return { scope, account, read }
}

test('payloads of several workspaces write the times of their own channels, each at most every ten seconds', async () => {
  const numbers = [await createNumber(), await createNumber()] as const
  const record = createInboundTimeRecorder()
  const start = Date.now()
  const recordAt = (ms: number[]) =>
    Promise.all(
      numbers.map(({ scope, account }, index) =>
        record(scope, [
          {
            labels: [accountLabel('whatsapp', account)],
            received_at: new Date(start + ms[index]!),
          },
        ]),
      ),
    )
  const times = () => Promise.all(numbers.map(async ({ read }) => (await read())! - start))
  await recordAt([0, 1])
  assert.deepEqual(await times(), [0, 1])
  await recordAt([6_000, 6_000])
  assert.deepEqual(await times(), [0, 1])
  await recordAt([10_500, 9_000])
  assert.deepEqual(await times(), [10_500, 1])
})
