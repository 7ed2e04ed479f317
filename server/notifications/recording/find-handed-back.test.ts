import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { sql } from 'kysely'
import { chatEvents } from '#conversations/chat-events.ts'
import { endHolds } from '#conversations/end-holds.ts'
import { recordHandovers } from '#conversations/record-handovers.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { handoverOf, standbyOf } from '#platforms/fixtures/handover-of.ts'
import { HOLD_MS } from '#shared/conversations.ts'
import { payloadOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { forgetAttempts } from '#test/forget-attempts.ts'
import { newWaId } from '#test/inbound.ts'
import { openNotifications } from '#test/notifications.ts'
import { watchQueries } from '#test/watch-queries.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { open, work } = await openNotifications(context, call)
const now = Math.floor(Date.now() / 1000)

/** Opens a workspace whose customer wrote to another app. `counts` are unread messages and notifications of each agent. */
async function openHeld() {
  await forgetAttempts(context)
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

/** Moves the last message of the customer, and with it the end of the hold, to 24 hours before. */
const passADay = (scope: Scope) =>
  sql`
    update chats set customer_wrote_at = customer_wrote_at - interval '24 hours',
      hold_ends_at = hold_ends_at - interval '24 hours'
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)

test('a conversation whose customer wrote nothing for 24 hours comes back, once however many processes record it', async () => {
  const { scope, ask, counts, chatId, ada } = await openHeld()
  await ask()
  await endHolds(context)
  assert.deepEqual(await counts(), [0, 0, 0, 0], 'held for 24 hours')
  await passADay(scope)
  const ended = await Promise.all([1, 2, 3].map(() => endHolds(context)))
  assert.deepEqual(ended.map((each) => each.ended).toSorted(), [0, 0, 1])
  assert.deepEqual(await counts(), [1, 1, 1, 1])
  const { body } = await call(`GET /api/v1/chats/${await chatId()}/thread`, {
    headers: ada.headers,
  })
  const changes = body.data.filter((item: any) => item.type === 'handed_over')
  assert.deepEqual(
    changes.map(({ data }: any) => data),
    [{ holder: null, cause: 'timeout' }],
  )
  await ask()
  assert.deepEqual(await endHolds(context), { ended: 0 }, 'an older report changes nothing')
  assert.deepEqual(await counts(), [1, 1, 1, 1])
})

test('an end of a hold whose recording is interrupted is recorded by the next run, once', async () => {
  const { scope, ask, counts } = await openHeld()
  await ask()
  assert.deepEqual(await counts(), [0, 0, 0, 0])
  await passADay(scope)
  const interrupted = watchQueries(context.db, (query) => {
    if (query.includes('set unread_count = 1')) throw new Error('interrupted')
  })
  await assert.rejects(endHolds({ ...context, db: interrupted }), /interrupted/)
  assert.deepEqual(await counts(), [0, 0, 0, 0])
  assert.deepEqual(await endHolds(context), { ended: 1 })
  assert.deepEqual(await counts(), [1, 1, 1, 1])
})

test('the end of a hold is recorded only if it still ends then', async () => {
  const { scope, account, from, ask, pass, deliver } = await openHeld()
  await ask(now - 90_000)
  assert.deepEqual(await endHolds(context), { ended: 0 }, 'it had ended before it was known')
  await ask()
  await deliver(standbyOf.message(account, { from, id: wamid(), at: now - 30, body: 'Hello?' }))
  const endsAt = async () => {
    const { hold_ends_at: at } = await scope.db
      .selectFrom('chats')
      .select('hold_ends_at')
      .where('workspace_id', '=', scope.workspaceId)
      .executeTakeFirstOrThrow()
    return at?.getTime() ?? null
  }
  assert.equal(await endsAt(), (now - 30) * 1000 + HOLD_MS, 'the last message counts')
  await pass(now - 20)
  assert.equal(await endsAt(), null, 'the other app passed it')
})

test('a hold from before its end was stored ends too, unless it ended more than a week ago', async () => {
  const folder = new URL('../../db/migrations/', import.meta.url)
  const migration = await readFile(new URL('0078-end-earlier-holds.sql', folder), 'utf8')
  const forget = (scope: Scope, days: number) =>
    sql`
    update chats set hold_ends_at = null,
      customer_wrote_at = customer_wrote_at - make_interval(days => ${days}),
      holder_at = holder_at - make_interval(days => ${days})
    where workspace_id = ${scope.workspaceId}`.execute(context.db)
  const [held, ended, old] = [await openHeld(), await openHeld(), await openHeld()]
  for (const [{ scope, ask, counts }, days] of [
    [held, 0],
    [ended, 2],
    [old, 9],
  ] as const) {
    await ask()
    assert.deepEqual(await counts(), [0, 0, 0, 0])
    await forget(scope, days)
  }
  await sql.raw(migration).execute(context.db)
  assert.deepEqual(await endHolds(context), { ended: 1 })
  assert.deepEqual(await ended.counts(), [1, 1, 1, 1])
  await sql.raw(migration).execute(context.db)
  assert.deepEqual(await endHolds(context), { ended: 0 }, 'what was recorded is not repeated')
  await passADay(held.scope)
  assert.deepEqual(await endHolds(context), { ended: 1 })
  assert.deepEqual(await held.counts(), [1, 1, 1, 1])
  assert.deepEqual(await old.counts(), [0, 0, 0, 0])
})

test('an index finds the holds that end', async () => {
  const plan = await context.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain /* across workspaces: as the job does */ select id from chats where hold_ends_at <= now() order by hold_ends_at limit 100`.execute(
      db,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /chats_hold_ends/)
})

test('a message changes no index of its conversation, so that its row is updated in place', async () => {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'chats'::regclass and pg_get_indexdef(indexrelid) ~ 'holder_at|customer_wrote_at|last_message|unread_count|updated_at'`.execute(
    context.db,
  )
  assert.deepEqual(rows, [])
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
