import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import { newId } from '#lib/ids.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { payloadOf, statusOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { startTestS3Server } from '#test/s3-server.ts'
import { openTestContext } from '#test/context.ts'
import { bytesOf, openErasures } from '#test/erasures.ts'
import { createTestKey, createTestMember, createTestWorkspace } from '#test/factories.ts'
import { eventTypes, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'
import { createEraseLane } from './create-erase-lane.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-erasures-'))
after(() => rm(dataDir, { recursive: true }))
const { context } = await openTestContext({ dataDir })
const { call } = await openTestApi(context)
const { open, storage, finish, findTexts, countRows, plant } = openErasures(context, call)

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
      [2, 1, 1, 2, 1],
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
    assert.equal(certificate.removed.files, 2)
  })

  test('removes files from a bucket, and waits for a bucket that does not answer', async () => {
    const store = await startTestS3Server()
    after(() => store.close())
    const bucket = createMediaStorage({ dataDir, s3: store.config })
    const { scope, key, personId, fileId, workspaceId } = await plant()
    const others = mediaKey(workspaceId, newId())
    for (const file of [mediaKey(workspaceId, fileId), others])
      await bucket.write(file, bytesOf('a picture'))
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    store.fail({ status: 503 })
    await assert.rejects(finish(scope, body.id, bucket), { code: 'media_store_unavailable' })
    const shown = () => call(`GET /api/v1/erasures/${body.id}`, { key })
    assert.deepEqual(
      [(await shown()).body.status, (await shown()).body.step],
      ['running', 'ticket_files'],
    )
    store.fail()
    await finish(scope, body.id, bucket)
    assert.deepEqual([...store.objects.keys()], [others])
    assert.deepEqual(
      [(await shown()).body.status, (await shown()).body.removed.files],
      ['completed', 2],
    )
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
