import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestPerson,
  createTestWorkspace,
  testPhone,
} from '#test/factories.ts'
import { createMessageSender } from './create-message-sender.ts'
import type { Send } from './read-send-input.ts'

const { context } = await openTestContext()
const sendMessage = createMessageSender(context)

type Sender = Awaited<ReturnType<typeof createSender>>

/** Creates a workspace with two conversations; `send` sends to the first of them. */
async function createSender() {
  const { scope, workspaceId } = await createTestWorkspace(context)
  const [chat, other] = [await createTestChat(scope), await createTestChat(scope)]
  const send = async (fields: Partial<Send> = {}): Promise<Record<string, any>> => {
    const answer = await sendMessage({ workspaceId }, {
      conversationId: fields.phoneE164 ? undefined : chat.id,
      text: 'Hello',
      actor: { type: 'system', id: null },
      ...fields,
    } as Send)
    return { ...JSON.parse(answer.body), replayed: answer.replayed }
  }
  return { scope, workspaceId, chat, other, send }
}

let a: Sender, b: Sender, c: Sender
before(async () => {
  ;[a, b, c] = [await createSender(), await createSender(), await createSender()]
})

/** Returns the code with which a send is refused. */
async function refusal(sent: Promise<unknown>): Promise<string> {
  const err = await sent.then(
    () => assert.fail('The send was accepted.'),
    (reason: unknown) => reason,
  )
  return err instanceof AppError ? err.code : String(err)
}

/** Runs `run` while another transaction holds the rows that `lock` locks. */
async function whileLocked(lock: (tx: Context) => Promise<unknown>, run: () => Promise<unknown>) {
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = context.db.transaction().execute(async (db) => {
    await lock({ ...context, db })
    locked.resolve()
    await release.promise
  })
  await locked.promise
  await run().finally(() => release.resolve())
  await holding
}

test('sends of several workspaces are written together, each with the events of its own workspace', async () => {
  for (const { scope } of [a, b])
    await createEndpoint(scope, { url: 'http://127.0.0.1:8443/', events: ['message.sent'] })
  const sent = await Promise.all([
    a.send(),
    b.send(),
    c.send(),
    a.send({ conversationId: a.other.id }),
    b.send(),
  ])
  const { rows } = await sql<{ id: string; workspace_id: string; written_by: string }>`
    select id, workspace_id, xmin::text as written_by from messages order by id`.execute(context.db)
  assert.equal(new Set(rows.map((row) => row.written_by)).size, 1, 'one transaction wrote them')
  for (const { workspaceId, scope } of [a, b, c]) {
    const own = rows.filter((row) => row.workspace_id === workspaceId).map(({ id }) => id)
    const events = await scope.db
      .selectFrom('events')
      .select(['position', 'body'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('position')
      .execute()
    assert.deepEqual(
      events.map(({ position }) => Number(position)),
      own.map((_, at) => at + 1),
    )
    const bodies = events.map(({ body }) => JSON.parse(body))
    assert.deepEqual(bodies.map(({ data }) => data.id).toSorted(), own.toSorted())
    assert.ok(bodies.every((body) => body.workspace_id === workspaceId))
    const deliveries = await sql<{ count: number }>`
      select count(*)::int as count from webhook_deliveries where workspace_id = ${workspaceId}`.execute(
      scope.db,
    )
    assert.equal(deliveries.rows[0]!.count, workspaceId === c.workspaceId ? 0 : own.length)
  }
  assert.deepEqual(
    sent.map(({ id }) => id).toSorted(),
    rows.map(({ id }) => id),
  )
})

test('a send reaches nothing of another workspace whose sends are written with it', async () => {
  const phone = testPhone()
  const person = await createTestPerson(b.scope, { phoneE164: phone })
  const chat = await createTestChat(b.scope, { personId: person.id })
  const theirs = await b.send({ conversationId: chat.id })
  const [own, byId, byPhone, byReply] = await Promise.allSettled([
    b.send({ conversationId: chat.id, replyTo: theirs['id'] }),
    a.send({ conversationId: chat.id }),
    a.send({ phoneE164: phone }),
    a.send({ replyTo: theirs['id'] }),
    b.send({ phoneE164: phone }),
  ])
  assert.equal(own.status, 'fulfilled')
  assert.equal(await refusal(settled(byId)), 'conversation_not_found')
  assert.equal(await refusal(settled(byPhone)), 'conversation_not_found')
  assert.equal(await refusal(settled(byReply)), 'message_not_found')
})

async function settled<T>(outcome: PromiseSettledResult<T>): Promise<T> {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

test('one idempotency key in two workspaces is the key of two sends', async () => {
  const idempotency = { route: 'POST /test', key: newId(), fingerprint: Buffer.alloc(32, 1) }
  const [ofA, again, ofB] = await Promise.all([
    a.send({ idempotency }),
    a.send({ idempotency }),
    b.send({ idempotency }),
  ])
  assert.equal(ofA['conversation_id'], a.chat.id)
  assert.equal(again['id'], ofA['id'])
  assert.equal(ofB['conversation_id'], b.chat.id)
  const later = await Promise.all([b.send({ idempotency }), a.send({ idempotency })])
  assert.deepEqual(
    later.map(({ id, replayed }) => [id, replayed]),
    [
      [ofB['id'], true],
      [ofA['id'], true],
    ],
  )
  const other = { ...idempotency, fingerprint: Buffer.alloc(32, 2) }
  const [refused, sent] = await Promise.allSettled([a.send({ idempotency: other }), b.send()])
  assert.equal(await refusal(settled(refused)), 'idempotency_key_reused')
  assert.equal(sent.status, 'fulfilled')
})

const locks: Record<string, (tx: Context) => Promise<unknown>> = {
  counter: ({ db }) =>
    sql`select from workspace_counters where workspace_id = ${a.workspaceId} for update`.execute(
      db,
    ),
  conversation: ({ db }) =>
    sql`select from chats where workspace_id = ${a.workspaceId} and id = ${a.chat.id} for update`.execute(
      db,
    ),
  'idempotency key': ({ db }) =>
    sql`insert into idempotency_keys (workspace_id, route, key, fingerprint, created_at)
      values (${a.workspaceId}, 'POST /test', 'held', '', now())`.execute(db),
}
for (const [name, lock] of Object.entries(locks))
  test(`a workspace whose ${name} is locked delays no other one`, async () => {
    const idempotency = { route: 'POST /test', key: 'held', fingerprint: Buffer.alloc(0) }
    const waiting: Promise<unknown>[] = []
    await whileLocked(lock, async () => {
      // Together, and while the calls of the locked one wait.
      for (let round = 0; round < 3; round++) {
        const held = a.send({ idempotency: name === 'idempotency key' ? idempotency : undefined })
        waiting.push(
          held.then(
            (sent) => sent,
            (reason: unknown) => reason,
          ),
        )
        const sent = await Promise.all([b.send(), c.send(), b.send({ conversationId: b.other.id })])
        assert.deepEqual(
          sent.map(({ status }) => status),
          ['queued', 'queued', 'queued'],
        )
      }
    })
    const answers = (await Promise.all(waiting)) as { status?: string; code?: string }[]
    if (name === 'idempotency key')
      assert.ok(answers.every(({ code }) => code === 'idempotency_key_in_flight'))
    else
      assert.ok(
        answers.every(({ status }) => status === 'queued'),
        'they are sent afterwards',
      )
  })

test('a send that cannot be stored fails alone', async () => {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if new.text = 'Refused' then raise exception 'refused' using errcode = 'check_violation'; end if;
    return new;
  end $$`.execute(context.db)
  await sql`create trigger refuse before insert on messages for each row execute function refuse()`.execute(
    context.db,
  )
  const outcomes = await Promise.allSettled([
    a.send(),
    a.send({ text: 'Refused' }),
    a.send({ conversationId: a.other.id }),
    b.send(),
    c.send(),
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where workspace_id = ${a.workspaceId} and text = 'Refused'`.execute(context.db)
  assert.equal(rows[0]!.count, 0)
  const again = await Promise.all([a.send(), b.send()])
  assert.ok(again.every(({ status }) => status === 'queued'))
})
