import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { encryptBody } from '#account/mail/mail-body.ts'
import type { Scope } from '#context.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#messages/media/create-media-storage.ts'
import { mediaKey } from '#messages/media/media-storage.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payloads.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestKey, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { eventTypes, messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { createEndpoint } from '#webhooks/create-endpoint.ts'
import { createEraseLane } from './erase-lane.ts'
import { runErasure } from './run-erasure.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-erasures-'))
after(() => rm(dataDir, { recursive: true }))
const { context } = await openTestContext({ dataDir })
const { call } = await openTestApi(context)
const { open } = openInbound(context)
const storage = createMediaStorage({ dataDir })

/** A text that occurs nowhere but in the data of the contact under test. */
const newSecret = () => `quartz${newId().replaceAll('-', '')}`

/** Runs an erasure to its end, one transaction at a time, as if the process were killed after each. */
async function finish(scope: Scope, id: string, store: MediaStorage = storage): Promise<number> {
  for (let batches = 0; ; batches++) {
    let isBegun = false
    const isDone = await runErasure(scope, id, {
      storage: store,
      isOver: () => isBegun || !(isBegun = true),
    })
    if (isDone) return batches
  }
}

/** Returns the rows of all tables that contain one of `texts`, in text or in bytes. */
async function findTexts(texts: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(context.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      /* across workspaces: the test looks everywhere */
      select row_to_json(t)::text as row from ${sql.table(name)} as t`.execute(context.db)
    for (const { row } of rows)
      for (const text of texts) {
        const lower = row.toLowerCase()
        if (lower.includes(text.toLowerCase()) || lower.includes(Buffer.from(text).toString('hex')))
          found.push(`${name}: ${text}: ${row.slice(0, 300)}`)
      }
  }
  return found
}

/** Counts the rows of every table of a workspace. */
async function countRows(workspaceId: string): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`.execute(context.db)
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as hash
      from ${sql.table(name)} as t where workspace_id = ${workspaceId}`.execute(context.db)
    hashes[name] = rows[0]!.hash
  }
  return hashes
}

/** Creates a workspace with a customer about whom every kind of data is stored. */
async function plant() {
  const inbound = await open()
  const { scope, account, receive, channel } = inbound
  const key = await createTestKey(scope, ['*'])
  const [waId, otherWaId] = [newWaId(), newWaId()]
  const phone = `+${waId}`
  const secrets = Array.from({ length: 12 }, newSecret)
  const name = `Name ${secrets[0]}`
  const email = `${secrets[1]}@example.com`
  await createEndpoint(scope, {
    url: 'https://hooks.example.com/in',
    events: ['message.received', 'contact.created', 'ticket.created', 'contact.erased'],
  })
  const inboundId = wamid()
  await receive(payloadOf(account, textFrom(waId, secrets[2]!, { name, id: inboundId })))
  await receive(
    payloadOf(
      account,
      textFrom(waId, `${secrets[3]}`, { name }),
      textFrom(otherWaId, 'from somebody else', { name: 'Binod' }),
    ),
  )
  const message = await messageOf(scope, inboundId)
  const personId = message.person_id
  const chatId = message.conversation_id
  await call(`PATCH /api/v1/contacts/${personId}`, {
    key,
    body: { email, fields: { code: secrets[4] } },
  })
  const idempotency = { 'idempotency-key': 'create-1' }
  const created = await call('POST /api/v1/contacts', {
    key,
    headers: idempotency,
    body: { name: `Other ${secrets[5]}`, phone_e164: phone, campaign: 'spring' },
  })
  const merged = await call('POST /api/v1/contacts', {
    key,
    body: { name: `Merged ${secrets[6]}`, phone_e164: `+${newWaId()}` },
  })
  await call(`POST /api/v1/contacts/${personId}/merge`, {
    key,
    body: { other_id: merged.body.id },
  })
  const ticket = await call('POST /api/v1/tickets', {
    key,
    body: { person_id: personId, title: secrets[7], priority: 'low' },
  })
  await call(`POST /api/v1/contacts/${personId}/notes`, { key, body: { text: secrets[8] } })
  await call(`POST /api/v1/chats/${chatId}/notes`, { key, body: { text: secrets[9] } })
  await call(`GET /api/v1/contacts/export.csv?q=${encodeURIComponent(email)}`, { key })
  const sent = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id: chatId, message: `answer ${secrets[10]}` },
  })
  assert.equal(sent.status, 201, sent.text)
  const sentId = wamid()
  await sql`
    update messages set status = 'sent', platform_message_id = ${sentId}, send_due_at = null
    where workspace_id = ${scope.workspaceId} and id = ${sent.body.id}`.execute(scope.db)
  await receive(
    payloadOf(account, statusOf(sentId, 'delivered', 1_790_000_000, { recipient_id: waId })),
  )
  // Insert the rest as rows: a file, a mail, a notice, a platform's event, a parked status and a rejected row.
  const fileId = newId()
  await storage.write(mediaKey(scope.workspaceId, fileId), bytesOf(secrets[11]!))
  const at = scope.clock.now()
  const workspace_id = scope.workspaceId
  await scope.db
    .insertInto('media_files')
    .values({
      workspace_id,
      id: fileId,
      channel_id: channel.id,
      message_id: message.id,
      filename: `${secrets[11]}.png`,
      status: 'stored',
      due_at: at,
      created_at: at,
    })
    .execute()
  const mailId = newId()
  const body = encryptBody(scope, { workspace_id, id: mailId }, `They wrote ${phone}`)
  await scope.db
    .insertInto('mails')
    .values({
      workspace_id,
      id: mailId,
      recipient: 'agent@example.com',
      subject: 'You were mentioned',
      body,
      due_at: at,
      created_at: at,
    })
    .execute()
  await sql`
    insert into notices (workspace_id, id, kind, data, created_at)
    values (${workspace_id}, ${newId()}, 'test', ${JSON.stringify({ about: phone })}, ${at})`.execute(
    scope.db,
  )
  await sql`
    insert into message_statuses (workspace_id, channel_id, platform_message_id, status, occurred_at, details)
    values (${workspace_id}, ${channel.id}, 'parked', 'sent', ${at}, ${JSON.stringify({ recipient_id: waId })})`.execute(
    scope.db,
  )
  const upload = await call('POST /api/v1/imports', {
    key,
    ...csvUpload(
      `Name,Phone,Email\nChitra,+${newWaId()},c@example.com\n${name},${phone},${email}\n`,
    ),
  })
  assert.equal(upload.status, 201, upload.text)
  const view = await call('POST /api/v1/views', {
    ...(await signInTestMember(call, scope)),
    body: { subject: 'contacts', name: `About ${name}`, filters: { q: email }, is_shared: true },
  })
  const delivery = await scope.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  await sql`
    insert into webhook_attempts (workspace_id, delivery_id, number, started_at, duration_ms, request_headers, response_body)
    values (${workspace_id}, ${delivery.id}, 1, ${at}, 5, '{}', ${`echo of ${phone}`})`.execute(
    scope.db,
  )
  return {
    ...inbound,
    key,
    waId,
    otherWaId,
    phone,
    email,
    name,
    secrets,
    personId,
    chatId,
    inboundId,
    sentId,
    fileId,
    view,
    created,
    idempotency,
    mergedId: merged.body.id as string,
    ticketId: ticket.body.id as string,
    texts: [...secrets, waId, email],
  }
}

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

describe('erasing a contact', () => {
  test('leaves none of its data in any table or file, and counts what was there', async () => {
    const planted = await plant()
    const { scope, key, personId, mergedId, texts, workspaceId } = planted
    assert.equal(planted.view.status, 201, planted.view.text)
    // The same customer of another business.
    const other = await open()
    await other.receive(payloadOf(other.account, textFrom(planted.waId, 'to another business')))
    const otherRows = await countRows(other.workspaceId)
    const countOf = async (table: string, where = sql`true`) =>
      Number(
        (
          await sql<{ n: string }>`
            select count(*) as n from ${sql.table(table)}
            where workspace_id = ${workspaceId} and ${where}`.execute(scope.db)
        ).rows[0]!.n,
      )
    const ids = sql`array[${personId}, ${mergedId}]::uuid[]`
    const before = {
      messages: await countOf('messages', sql`chat_id = ${planted.chatId}`),
      identities: await countOf('identities', sql`person_id = any (${ids})`),
      timeline_entries: await countOf('timeline_entries', sql`person_id = any (${ids})`),
      notes: await countOf('notes'),
      events: await countOf(
        'events',
        sql`(body like ${`%${personId}%`} or body like ${`%${mergedId}%`} or body like ${`%${planted.chatId}%`})`,
      ),
    }

    const answer = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    assert.equal(answer.status, 202, answer.text)
    for (const id of [personId, mergedId])
      assert.equal((await call(`GET /api/v1/contacts/${id}`, { key })).status, 404)
    const listed = await call('GET /api/v1/contacts', { key })
    assert.ok(!listed.text.includes(personId))
    assert.ok((await finish(scope, answer.body.id)) > 10, 'it works in many transactions')

    const certificate = await call(`GET /api/v1/erasures/${answer.body.id}`, { key })
    const { removed } = certificate.body
    assert.equal(certificate.body.status, 'completed')
    assert.deepEqual(certificate.body.merged_ids, [mergedId])
    for (const [kind, count] of Object.entries(before))
      assert.equal(removed[kind], count, `${kind} of ${JSON.stringify(removed)}`)
    assert.deepEqual(
      [removed.contacts, removed.conversations, removed.tickets, removed.files, removed.mails],
      [2, 1, 1, 1, 1],
    )
    assert.deepEqual([removed.redacted_payloads, removed.attempts], [1, 1])

    const own = texts.filter((text) => text !== planted.waId)
    assert.deepEqual(await findTexts(own), [])
    const phones = await findTexts([planted.waId])
    assert.deepEqual(
      phones.filter((row) => !row.includes(other.workspaceId)),
      [],
    )
    assert.deepEqual(await countRows(other.workspaceId), otherRows)
    assert.deepEqual(await readdir(join(dataDir, 'media', workspaceId)).catch(() => []), [])
    const list = await call('GET /api/v1/erasures', { key })
    assert.equal(list.body.data[0].id, answer.body.id)
  })

  test('keeps what a shared payload holds of other customers', async () => {
    const { scope, key, personId, otherWaId, workspaceId, work } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await finish(scope, body.id)
    const [rest, ...more] = await rowsOf(scope, 'inbound_payloads')
    assert.equal(more.length, 0)
    assert.ok(rest.body.toString().includes(otherWaId))
    assert.ok(rest.body.toString().includes('from somebody else'))
    await call(
      `POST /api/developer/inbound/${rest.id}/reprocess`,
      await signInTestMember(call, scope),
    )
    await work()
    const people = (await rowsOf(scope, 'people')).filter((row) => row.workspace_id === workspaceId)
    assert.deepEqual(
      people.map((row) => row.name),
      ['Binod'],
    )
  })

  test('drops late reports about it, and a new message creates a new contact', async () => {
    const { scope, key, personId, account, receive, waId, sentId, inboundId, texts } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    const late = [
      statusOf(sentId, 'read', 1_790_000_000, { recipient_id: waId }),
      textFrom(waId, 'quartz again', { id: inboundId }),
    ]
    await receive(payloadOf(account, ...late))
    await finish(scope, body.id)
    await receive(payloadOf(account, ...late))
    assert.deepEqual(await findTexts(texts), [])
    assert.equal((await rowsOf(scope, 'people')).length, 1, 'only the other customer')
    await receive(payloadOf(account, textFrom(waId, 'I am back', { name: 'New Name' })))
    const people = await rowsOf(scope, 'people')
    const back = people.find((row) => row.phone_e164 === `+${waId}`)
    assert.notEqual(back.id, personId)
    assert.equal(back.name, 'New Name')
    assert.deepEqual((await rowsOf(scope, 'messages')).map((row) => row.text).toSorted(), [
      'I am back',
      'from somebody else',
    ])
  })

  test('drops a message that arrived before it and was not processed yet', async () => {
    const inbound = openInbound(context)
    const { scope, account, waId, key, personId, work } = await plant()
    await inbound.deliver(payloadOf(account, textFrom(waId, 'still pending')))
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await work()
    await finish(scope, body.id)
    assert.equal((await rowsOf(scope, 'people')).length, 1)
    assert.deepEqual(await findTexts(['still pending', waId]), [])
  })

  test('does not create the contact again from an import or a repeated request', async () => {
    const { scope, key, personId, idempotency, phone, secrets, texts } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await finish(scope, body.id)
    const repeated = await call('POST /api/v1/contacts', {
      key,
      headers: idempotency,
      body: { name: `Other ${secrets[5]}`, phone_e164: phone, campaign: 'spring' },
    })
    assert.equal(repeated.status, 404, repeated.text)
    assert.equal(repeated.body.code, 'person_not_found')
    assert.deepEqual(await findTexts(texts), [])
    const [upload] = await rowsOf(scope, 'imports')
    assert.ok(upload.body.toString().includes('Chitra'))
  })

  test('continues after a failure of the file storage, and loses no count', async () => {
    const { scope, key, personId } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    let failures = 1
    const failing: MediaStorage = {
      ...storage,
      async remove(file) {
        await storage.remove(file)
        if (failures-- > 0) throw new Error('The storage does not answer.')
      },
    }
    await assert.rejects(finish(scope, body.id, failing), /does not answer/)
    await finish(scope, body.id, failing)
    const { body: certificate } = await call(`GET /api/v1/erasures/${body.id}`, { key })
    assert.equal(certificate.removed.files, 1)
  })

  test('is completed by the worker, and then records one event that contains only ids', async () => {
    const { scope, key, personId, mergedId, chatId, workspaceId } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    const lane = createEraseLane(context, { storage })
    assert.ok((await lane.findDue()).some(({ targetId }) => targetId === body.id))
    const worked = { workspaceId, targetId: body.id, leaseToken: '' }
    await Promise.all([
      lane.work(worked, new AbortController().signal),
      lane.work(worked, new AbortController().signal),
    ])
    assert.equal((await eventTypes(scope)).filter((type) => type === 'contact.erased').length, 1)
    const event = (await rowsOf(scope, 'events')).find((row) => row.type === 'contact.erased')
    const { data } = JSON.parse(event.body)
    assert.deepEqual(data, {
      id: personId,
      merged_ids: [mergedId],
      conversation_ids: [chatId],
      erasure_id: body.id,
      erased_at: data.erased_at,
    })
    const entry = (await rowsOf(scope, 'audit_entries')).find(
      (row) => row.action === 'contact.erased',
    )
    assert.deepEqual([entry.target_id, entry.data], [personId, { erasure_id: body.id }])
  })

  test('needs an admin, and an id of this workspace', async () => {
    const { scope, personId } = await plant()
    const narrow = await createTestKey(scope, ['contacts:write'])
    const refused = await call(`DELETE /api/v1/contacts/${personId}`, { key: narrow })
    assert.equal(refused.status, 403)
    const agent = await signInTestMember(call, scope, 'agent')
    assert.equal((await call(`DELETE /api/v1/contacts/${personId}`, agent)).status, 403)
    const { scope: foreign } = await createTestWorkspace(context)
    await createTestMember(foreign, 'admin')
    const other = await createTestKey(foreign, ['*'])
    assert.equal((await call(`DELETE /api/v1/contacts/${personId}`, { key: other })).status, 404)
    assert.equal((await call('DELETE /api/v1/contacts/none', { key: other })).status, 404)
    assert.equal((await rowsOf(scope, 'erasures')).length, 0)
  })
})
