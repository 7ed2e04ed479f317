import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLedger } from './ledger.ts'
import type { PatientClient } from './patient-client.ts'
import { verifySends } from './verify-sends.ts'

const FIRST = 10_000

/** Verifies one message whose row is `row`, after the platform accepted it at `acceptedAt` and reported it at `storedAt`. */
async function verifyOne(row: object, acceptedAt: number[], storedAt: number[] = []) {
  const ledger = createLedger()
  const message = { id: 'm', text: 'send 1', error_code: null, at: new Date(FIRST), ...row }
  const db = {
    query: async (text: string) => ({ rows: text.includes('message_attempts') ? [] : [message] }),
  } as unknown as PatientClient
  await verifySends(ledger, {
    db,
    workspaceId: 'w',
    acceptances: acceptedAt.map((at, n) => ({
      messageId: 'm',
      platformId: `p${n}`,
      sender: 7,
      at,
    })),
    payloads: storedAt.map((receivedAt) => ({
      workspaceId: 'w',
      receivedAt,
      processedAt: undefined,
      // The platform's id was never learned: only ours finds it.
      statuses: [{ status: 'delivered', platformId: 'unknown', messageId: 'm' }],
    })),
    kills: [],
  })
  return ledger
}

const unconfirmed = { status: 'failed', error_code: 'unconfirmed' }

test('a delivered message that the platform accepted once is right', async () => {
  const ledger = await verifyOne({ status: 'delivered' }, [FIRST], [FIRST + 100])
  assert.deepEqual([ledger.problems, ledger.resends, ledger.unconfirmed], [[], [], []])
})

test('a message that is unconfirmed is counted, and a problem only if a status of it was stored', async () => {
  const right = await verifyOne(unconfirmed, [FIRST])
  assert.deepEqual(right.problems, [])
  assert.deepEqual(right.unconfirmed, [{ at: FIRST, what: 'send 1' }])
  assert.deepEqual((await verifyOne(unconfirmed, [])).problems, [])
  const wrong = await verifyOne(unconfirmed, [FIRST], [FIRST + 100])
  assert.deepEqual(wrong.problems, [
    'send 1 is unconfirmed although its status delivered was stored',
  ])
})

test('a message that failed otherwise, or never reached the platform, is a problem', async () => {
  const failed = await verifyOne({ status: 'failed', error_code: '131000' }, [FIRST])
  assert.deepEqual(failed.problems, ['send 1 is failed 131000'])
  const lost = await verifyOne({ status: 'delivered' }, [])
  assert.deepEqual(lost.problems, ['send 1 never reached the platform'])
})

test('a repetition is a problem with the time since the stored status, which our id finds', async () => {
  const ledger = await verifyOne({ status: 'delivered' }, [FIRST, 80_000], [FIRST + 100])
  assert.deepEqual(ledger.problems, [
    'send 1 was sent again 69900 ms after a status of it was stored',
  ])
  assert.equal(ledger.resends[0]!.storedAt, FIRST + 100)
})
