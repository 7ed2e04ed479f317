import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createChannel } from '#channels/create-channel.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { createInboundTimeRecorder } from '#inbound/ingest/create-inbound-time-recorder.ts'
import { newId } from '#lib/ids.ts'
import { accountLabel } from '#platforms/account-label.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace, testPhone } from '#test/factories.ts'
import { createMessageSender } from '../queueing/create-message-sender.ts'
import { getMessage } from '../get-message.ts'
import { recordMessageStatuses } from '../state/record-message-statuses.ts'
import { createAttemptRecorder } from './create-attempt-recorder.ts'
import { markAttempts } from './mark-attempts.ts'
import { recordAttempts } from './record-attempts.ts'

const { context } = await openTestContext()

async function setUp() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const account = String(Date.now()) + testPhone().slice(5)
  const channel = await createChannel(scope, { type: 'whatsapp', account, access_token: 'sim_a' })
  const attempt = async (text: string) => {
    const chat = await createTestChat(scope, { channelId: channel.id })
    const answer = await createMessageSender(context)(
      { workspaceId },
      {
        conversationId: chat.id,
        phoneE164: undefined,
        text,
        mediaUrl: undefined,
        actor: { type: 'system', id: null },
        idempotency: undefined,
      },
    )
    const id = JSON.parse(answer.body).id as string
    const own = { chat_id: chat.id, holder_version: null, send_attempts: 0 }
    const message = { workspaceId: scope.workspaceId, id, ...own }
    // Turns of one worker are marked together, and one whose lease was lost may still work on the message.
    const marked = await markAttempts(scope, [message, message, message])
    const attempts = marked.filter((each) => each !== undefined)
    assert.equal(attempts.length, 1, 'one of several turns attempts a message')
    const { attemptId } = attempts[0]!
    const platformMessageId = `wamid.${newId()}`
    const record = () =>
      recordAttempts(scope, channel, [
        {
          messageId: id,
          attemptId,
          recipient: '',
          outcome: { kind: 'accepted', platformMessageId },
        },
      ])
    const accepted = { kind: 'accepted' as const, platformMessageId }
    const recorded = {
      scope,
      channel,
      attempt: { messageId: id, attemptId, recipient: '', outcome: accepted },
    }
    return { id, platformMessageId, record, recorded }
  }
  return { scope, account, channel, attempt }
}

/** Runs `run` while a transaction of another worker has run `hold` and is not committed yet. */
async function during(
  scope: Scope,
  hold: (tx: Scope) => Promise<unknown>,
  run: () => Promise<void>,
): Promise<void> {
  await transaction(scope, async (tx) => {
    await hold(tx)
    await run()
  })
}

const statusOf = (ownId: string | undefined, platformMessageId: string) => ({
  platformMessageId,
  status: 'delivered',
  participant: '',
  at: new Date(),
  error: null,
  ownId,
  details: null,
})

test('what the platform accepted is recorded while the channel is being changed', async () => {
  const { scope, account, channel, attempt } = await setUp()
  const { id, record } = await attempt('one')
  const lockChannel = (tx: Scope) =>
    sql`select from channels where workspace_id = ${tx.workspaceId} and id = ${channel.id} for update`.execute(
      tx.db,
    )
  await during(scope, lockChannel, async () => {
    await record()
    assert.equal((await getMessage(scope, id)).status, 'sent')
    // Nor do received payloads wait for it.
    const payload = { labels: [accountLabel('whatsapp', account)], received_at: new Date() }
    await createInboundTimeRecorder()(scope, [payload])
  })
})

test('what the platform accepted is recorded while statuses of other messages are', async () => {
  const { scope, channel, attempt } = await setUp()
  const one = await attempt('one')
  const other = await attempt('other')
  const record = (tx: Scope) =>
    recordMessageStatuses(tx, channel.id, [statusOf(other.id, other.platformMessageId)])
  await during(scope, record, async () => {
    await one.record()
    assert.equal((await getMessage(scope, one.id)).status, 'sent')
  })
})

test('a status that names only the platform’s id meets the acceptance of its message, whichever is first', async () => {
  const { scope, channel, attempt } = await setUp()
  const reportOf = (platformMessageId: string) =>
    transaction(scope, async (tx) => {
      const { events } = await recordMessageStatuses(tx, channel.id, [
        statusOf(undefined, platformMessageId),
      ])
      await recordEvents(tx, events)
    })
  for (let round = 0; round < 20; round++) {
    const { id, platformMessageId, record } = await attempt(`round ${round}`)
    await Promise.all(
      round % 2 ? [record(), reportOf(platformMessageId)] : [reportOf(platformMessageId), record()],
    )
    assert.equal((await getMessage(scope, id)).status, 'delivered')
  }
})

/** Attempts messages in several workspaces; `read` returns their statuses and the transactions that wrote them. */
async function attemptInWorkspaces(count: number) {
  const opened = await Promise.all(Array.from({ length: count }, setUp))
  const attempts = await Promise.all(opened.map(({ attempt }) => attempt('Hello')))
  const read = async () => {
    const { rows } = await sql<{
      status: string
      transaction: string
    }>`/* across workspaces: those of this test */
      select status, xmin::text as transaction from messages
      where id = any (${attempts.map(({ id }) => id)}::uuid[])`.execute(context.db)
    return rows
  }
  return { attempts, read }
}

test('attempts on channels of several workspaces are recorded by one transaction', async () => {
  const { attempts, read } = await attemptInWorkspaces(3)
  const record = createAttemptRecorder()
  const refused = { kind: 'rejected' as const, error: { code: '131026', message: 'Refused.' } }
  const [first, ...others] = attempts.map(({ recorded }) => recorded)
  await Promise.all([
    record({ ...first!, attempt: { ...first!.attempt, outcome: refused } }),
    ...others.map(record),
  ])
  const rows = await read()
  assert.deepEqual(rows.map(({ status }) => status).toSorted(), ['failed', 'sent', 'sent'])
  assert.equal(new Set(rows.map(({ transaction }) => transaction)).size, 1)
  for (const { recorded } of attempts) {
    const { rows: ended } = await sql<{ isEnded: boolean }>`
      select ended_at is not null as "isEnded" from message_attempts
      where workspace_id = ${recorded.scope.workspaceId}`.execute(context.db)
    assert.deepEqual(ended, [{ isEnded: true }])
  }
})

test('a workspace whose message is locked delays the attempts of no other', async () => {
  const { attempts } = await attemptInWorkspaces(3)
  const record = createAttemptRecorder()
  const [locked, ...others] = attempts
  let waiting: Promise<void> | undefined
  await transaction(locked!.recorded.scope, async (tx) => {
    await sql`select from messages where workspace_id = ${tx.workspaceId} and id = ${locked!.id} for update`.execute(
      tx.db,
    )
    waiting = record(locked!.recorded)
    await Promise.all(others.map(({ recorded }) => record(recorded)))
    for (const { id, recorded } of others)
      assert.equal((await getMessage(recorded.scope, id)).status, 'sent')
  })
  await waiting
  assert.equal((await getMessage(locked!.recorded.scope, locked!.id)).status, 'sent')
})
