import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { recordHandovers } from '#conversations/record-handovers.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { handoverOf, standbyOf } from '#platforms/fixtures/handovers.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payloads.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { newWaId } from '#test/inbound.ts'
import { openNotifications } from '#test/notifications.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open, work } = await openNotifications(context, call)
const now = Math.floor(Date.now() / 1000)

/** Opens a workspace whose customer wrote to another app. `counts` are unread messages and notifications of each agent. */
async function openHeld() {
  const place = await open()
  const { scope, account, ada, ben, device, deliver } = place
  const from = newWaId()
  const id = wamid()
  const ask = (at = now - 50) =>
    deliver(standbyOf.message(account, { from, id, at, body: 'Where is my parcel?' }))
  const pass = (at = now - 40) =>
    deliver(handoverOf.passed(account, { from, at, summary: 'Wants a person.' }))
  async function counts() {
    await work(scope)
    const { body } = await call('GET /api/v1/chats', { headers: ada.headers })
    const unread = async ({ headers }: typeof ada) =>
      (await call('GET /api/app/notifications/unread', { headers })).body.unread_count as number
    return [
      body.data[0]?.unread_count,
      await unread(ada),
      await unread(ben),
      device.received.length,
    ]
  }
  return { ...place, from, id, ask, pass, counts }
}

test('a message to another app is not unread and notifies nobody, until that passes the conversation to us', async () => {
  const { ask, pass, counts, patch, chatId, ada } = await openHeld()
  await ask()
  assert.deepEqual(await counts(), [0, 0, 0, 0])
  await pass()
  assert.deepEqual(await counts(), [1, 1, 1, 1])
  await patch(`/api/v1/chats/${await chatId()}`, ada.headers, { unread: false })
  await pass()
  assert.deepEqual((await counts())[3], 1, 'once')
})

test('a handover that is reported before the message that it follows has the same effect', async () => {
  const { ask, pass, counts } = await openHeld()
  await pass()
  await ask()
  assert.deepEqual(await counts(), [1, 1, 1, 1])
})

test('a conversation that another app answered last comes back with a notification, but read', async () => {
  const { account, from, deliver, ask, pass, counts } = await openHeld()
  await ask()
  await deliver(
    standbyOf.echo(account, { to: from, id: wamid(), at: now - 45, body: 'One moment.' }),
  )
  await pass()
  assert.deepEqual(await counts(), [0, 1, 1, 1])
})

test('taking a conversation over notifies the other members, and its assignee only if it has one', async () => {
  const { scope, ask, counts, chatId, patch, ada, ben } = await openHeld()
  await ask()
  const id = await chatId()
  const takeOver = (by: typeof ada) => {
    const actor = { type: 'member' as const, id: by.membershipId }
    const asMember: Scope = { ...scope, actor }
    return transaction(asMember, async (tx) => {
      const handover = {
        holder: 'workspace' as const,
        at: tx.clock.now(),
        cause: 'taken_over' as const,
      }
      await recordHandovers(tx, [{ chatId: id, ...handover }])
      await recordEvents(tx, await chatEvents(tx, 'conversation.updated', [id]))
    })
  }
  await takeOver(ben)
  assert.deepEqual(await counts(), [1, 1, 0, 1])
  const held = await openHeld()
  await held.ask()
  const path = `/api/v1/chats/${await held.chatId()}`
  await patch(path, held.ben.headers, { assignee_id: held.ben.membershipId })
  await held.pass()
  assert.deepEqual(await held.counts(), [1, 0, 1, 0])
})

test('a message to another app that is also reported to us is unread, whichever report comes first', async () => {
  for (const isStandbyFirst of [true, false]) {
    const { account, from, id, deliver, ask, counts } = await openHeld()
    const reports = [
      () => ask(),
      () =>
        deliver(payloadOf(account, textFrom(from, 'Where is my parcel?', { id, at: now - 50 }))),
    ]
    for (const report of isStandbyFirst ? reports : reports.toReversed()) await report()
    assert.deepEqual(await counts(), [1, 1, 1, 1])
  }
})

test('a blocked contact whose conversation comes back notifies nobody', async () => {
  const { scope, ask, pass, counts } = await openHeld()
  await ask()
  await scope.db
    .updateTable('people')
    .set({ blocked_at: new Date() })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await pass()
  assert.deepEqual(await counts(), [0, 0, 0, 0])
})
