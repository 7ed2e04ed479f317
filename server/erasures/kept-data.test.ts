import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { encryptBody } from '#account/mail/encrypt-body.ts'
import { newId, NO_WORKSPACE } from '#lib/ids.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import type { DueMedia } from '#messages/receiving/media/due-media.ts'
import { recordStored } from '#messages/receiving/media/record-stored.ts'
import { payloadOf, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { bytesOf, newSecret, openErasures } from '#test/erasures.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestKey, testPhone } from '#test/factories.ts'
import { messageOf, newWaId, openInbound, rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-erasures-'))
after(() => rm(dataDir, { recursive: true }))
const { context } = await openTestContext({ dataDir })
const { call } = await openTestApi(context)
const inbound = openInbound(context)
const { open, storage, finish, findTexts, plant } = openErasures(context, call)

describe('an erasure', () => {
  test('finds rows of a file whose numbers are written as in the country of the workspace', async () => {
    const { scope } = await open()
    const key = await createTestKey(scope, ['*'])
    await scope.directory
      .updateTable('workspaces')
      .set({ default_country: 'US' })
      .where('id', '=', scope.workspaceId)
      .execute()
    const { body: person } = await call('POST /api/v1/contacts', {
      key,
      body: { phone_e164: '+19175550123' },
    })
    const upload = await call('POST /api/v1/imports', {
      key,
      ...csvUpload('Name,Phone\nAnn,(917) 555-0123\nBob,(917) 555-0124\n'),
    })
    assert.equal(upload.status, 201, upload.text)
    const { body: erasure } = await call(`DELETE /api/v1/contacts/${person.id}`, { key })
    await finish(scope, erasure.id)
    const [stored] = await rowsOf(scope, 'imports')
    const text = stored.body.toString('utf8')
    assert.ok(!text.includes('Ann') && text.includes('Bob'), text)
  })

  test('finds rows of a file that an import reads as the contact: several numbers in a cell, guarded, or with their country beside them', async () => {
    const { scope } = await open()
    const key = await createTestKey(scope, ['*'])
    const { body: person } = await call('POST /api/v1/contacts', {
      key,
      body: { phone_e164: '+6581234711' },
    })
    const rows = [
      'Ann,="6581234711",',
      'Ben,98220 41131 / +65 8123 4711,',
      'Cid,8123 4711,Singapore',
      'Dan, 65 8123 4711,',
      'Eve,9822041132,',
    ]
    const upload = await call('POST /api/v1/imports', {
      key,
      ...csvUpload(`Name,Phone,Country\n${rows.join('\n')}\n`),
    })
    assert.equal(upload.status, 201, upload.text)
    const { body: erasure } = await call(`DELETE /api/v1/contacts/${person.id}`, { key })
    await finish(scope, erasure.id)
    const [stored] = await rowsOf(scope, 'imports')
    assert.deepEqual(stored.body.toString('utf8').match(/Ann|Ben|Cid|Dan|Eve/g), ['Eve'])
  })

  test('replaces the names of imported files that name the contact, also in the audit log', async () => {
    const { scope } = await open()
    const key = await createTestKey(scope, ['*'])
    const { body: person } = await call('POST /api/v1/contacts', {
      key,
      body: { name: 'Asha Rao', email: 'asha.rao@example.com' },
    })
    const names = ['Asha_RAO.csv', 'of asha.rao@example.com.csv', 'asha-raoul.csv', 'May.csv']
    for (const filename of names) {
      const upload = await call('POST /api/v1/imports', {
        key,
        ...csvUpload(`Name,Phone\nBob,${testPhone()}\n`, filename),
      })
      assert.equal(upload.status, 201, upload.text)
      const path = `/api/v1/imports/${upload.body.id}`
      const body = { mapping: { Name: 'name', Phone: 'phone_e164' } }
      const checked = await call(`POST ${path}/check`, { key, body })
      const canceled = await call(`POST ${path}/cancel`, { key })
      assert.ok(checked.status < 300 && canceled.status < 300, checked.text + canceled.text)
    }
    const { body: erasure } = await call(`DELETE /api/v1/contacts/${person.id}`, { key })
    await finish(scope, erasure.id)
    const kept = ['May.csv', '[erased]', '[erased]', 'asha-raoul.csv'].toSorted()
    const imports = await rowsOf(scope, 'imports')
    assert.deepEqual(imports.map(({ filename }) => filename).toSorted(), kept)
    const entries = await rowsOf(scope, 'audit_entries')
    const named = entries.flatMap(({ data }) => data.filename ?? [])
    assert.deepEqual(named.toSorted(), kept)
  })

  test('keeps a message that arrives while it runs, and all that is stored about the new contact', async () => {
    const { scope, key, personId, account, phone, waId, work } = await plant()
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await openInbound(context).deliver(payloadOf(account, textFrom(waId, 'I am back')))
    const create = () =>
      call('POST /api/v1/contacts', {
        key,
        headers: { 'idempotency-key': 'create-2' },
        body: { name: 'New Name', phone_e164: phone },
      })
    const created = await create()
    const upload = await call('POST /api/v1/imports', {
      key,
      ...csvUpload(`Name,Phone\nNew Name,${phone}\n`),
    })
    assert.equal(upload.status, 201, upload.text)
    await finish(scope, body.id)
    await work()
    const texts = (await rowsOf(scope, 'messages')).map((row) => row.text)
    assert.ok(texts.includes('I am back'), texts.join())
    assert.equal((await create()).text, created.text)
    const stored = await rowsOf(scope, 'imports')
    assert.ok(stored.some((row) => row.body.includes(phone)))
  })

  test('waits for a payload of several workspaces that is not divided yet', async () => {
    const { scope, key, personId, account, waId, work } = await plant()
    const other = await open()
    const secret = newSecret()
    const shared = payloadOf(account, textFrom(waId, secret))
    const { entry } = payloadOf(other.account, textFrom(newWaId(), 'to another business'))
    await inbound.deliver({ ...shared, entry: [...(shared['entry'] as []), ...(entry as [])] })
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await finish(scope, body.id)
    const shown = async () => (await call(`GET /api/v1/erasures/${body.id}`, { key })).body
    const waiting = await shown()
    assert.deepEqual([waiting.status, waiting.step], ['running', 'shared_payloads'])
    assert.equal((await findTexts([secret])).length, 1)
    await inbound.work(NO_WORKSPACE)
    await Promise.all([work(), other.work()])
    await finish(scope, body.id)
    assert.equal((await shown()).status, 'completed')
    assert.deepEqual(await findTexts([secret]), [])
    const [kept] = await rowsOf(other.scope, 'messages')
    assert.equal(kept.text, 'to another business')
  })

  test('removes items from the body of a payload that is processed item by item', async () => {
    await sql`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '22000'; end $$`.execute(context.db)
    await sql`
      create trigger refuse before insert on messages for each row
      when (new.text = 'cannot be stored') execute function refuse()`.execute(context.db)
    const { scope, key, personId, account, waId, work } = await plant()
    const [secret, otherWaId] = [newSecret(), newWaId()]
    await inbound.deliver(
      payloadOf(account, textFrom(waId, secret), textFrom(otherWaId, 'cannot be stored')),
    )
    assert.equal((await call(`DELETE /api/v1/contacts/${personId}`, { key })).status, 202)
    await work()
    const payload = (await rowsOf(scope, 'inbound_payloads')).at(-1)
    assert.deepEqual(
      payload.outcome.map(({ result }: { result: string }) => result),
      ['kept', 'failed'],
    )
    const stored = payload.body.toString()
    assert.ok(stored.includes(otherWaId) && stored.includes('cannot be stored'), stored)
    assert.ok(!stored.includes(secret) && !stored.includes(waId), stored)
  })

  test('does not touch data of others whose address or words contain its own', async () => {
    const inbound = await open()
    const { scope } = inbound
    const key = await createTestKey(scope, ['*'])
    const post = (headers: Record<string, string>, body: object) =>
      call('POST /api/v1/contacts', { key, headers, body })
    // Some countries have numbers of different lengths.
    const number = `+4930${String(Math.random()).slice(2, 9)}`
    const own = { name: 'Open', email: 'ria@example.com', phone_e164: number }
    const other = { name: 'Maria', email: 'maria@example.com', phone_e164: `${number}1` }
    const { body: person } = await post({ 'idempotency-key': 'own' }, own)
    const { text } = await post({ 'idempotency-key': 'other' }, other)
    const filters = { status: 'open', q: other.email }
    const view = await call('POST /api/v1/views', {
      ...(await signInTestMember(call, scope)),
      body: { subject: 'chats', name: 'Open and opened', filters, is_shared: true },
    })
    assert.equal(view.status, 201, view.text)
    const mailId = newId()
    const at = scope.clock.now()
    const workspace_id = scope.workspaceId
    await scope.db
      .insertInto('mails')
      .values({
        workspace_id,
        id: mailId,
        recipient: 'agent@example.com',
        subject: 'You were mentioned',
        body: encryptBody(scope, { workspace_id, id: mailId }, `by ${other.email}`),
        due_at: at,
        created_at: at,
      })
      .execute()
    const { body: erasure } = await call(`DELETE /api/v1/contacts/${person.id}`, { key })
    await finish(scope, erasure.id)
    const answer = await post({ 'idempotency-key': 'other' }, other)
    assert.equal(answer.text, text)
    assert.equal((await post({ 'idempotency-key': 'own' }, own)).status, 404)
    assert.equal((await rowsOf(scope, 'mails')).length, 1)
    const [left] = await rowsOf(scope, 'views')
    assert.deepEqual([left.name, left.filters], ['Open and opened', filters])
  })

  test("removes ids that contain capital letters from payloads, and a dropped message's sender", async () => {
    const { scope, account, receive, work } = await open()
    const key = await createTestKey(scope, ['*'])
    const [waId, otherWaId] = [newWaId(), newWaId()]
    const userId = `IN.${newSecret().toUpperCase()}`
    const byUserId = {
      contacts: [{ profile: { name: 'Quartz Person' }, user_id: userId }],
      messages: [
        {
          from_user_id: userId,
          id: wamid(),
          timestamp: String(Math.floor(Date.now() / 1000)),
          type: 'text',
          text: { body: 'by an id' },
        },
      ],
    }
    const id = wamid()
    const others = textFrom(otherWaId, 'from somebody else', { name: 'Binod' })
    await receive(payloadOf(account, byUserId, others))
    await receive(payloadOf(account, textFrom(waId, 'first', { id, name: 'Quartz Person' })))
    const people = await rowsOf(scope, 'people')
    for (const person of people.filter((each) => each.name === 'Quartz Person')) {
      const { body } = await call(`DELETE /api/v1/contacts/${person.id}`, { key })
      await finish(scope, body.id)
    }
    assert.deepEqual(await findTexts([userId, waId, 'Quartz Person']), [])
    // The platform delivers the message again, in one list with that of another customer.
    const again = textFrom(waId, 'first', { id, name: 'Quartz Person' })
    const both = {
      contacts: [again['contacts'], others['contacts']].flat(),
      messages: [again['messages'], textFrom(otherWaId, 'another')['messages']].flat(),
    }
    await receive(payloadOf(account, both))
    await work()
    assert.deepEqual(await findTexts([waId, 'Quartz Person']), [])
    assert.ok((await rowsOf(scope, 'messages')).some((row) => row.text === 'another'))
  })

  test('removes a member of a group with all it wrote there, and keeps the rest of the group', async () => {
    const { scope, account, receive, channel } = await open()
    const key = await createTestKey(scope, ['*'])
    const [waId, otherWaId] = [newWaId(), newWaId()]
    const group = { group_id: `Z3${newSecret()}` }
    const [first, answer] = [wamid(), wamid()]
    const [secret, name] = [newSecret(), `Name ${newSecret()}`]
    await receive(
      payloadOf(
        account,
        textFrom(waId, secret, { id: first, name, node: group }),
        textFrom(otherWaId, 'I agree', {
          id: answer,
          name: 'Binod',
          node: { ...group, context: { from: waId, id: first } },
        }),
      ),
    )
    const { conversation_id: chatId } = await messageOf(scope, answer)
    const { person_id: personId } = await messageOf(scope, first)
    const sent = wamid()
    const sentId = newId()
    const at = scope.clock.now()
    await sql`
      insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, author_type, type, status, text,
        platform_message_id, created_at)
      select workspace_id, ${sentId}, id, person_id, channel_id, 'outbound', 'system', 'text', 'sent', 'to all', ${sent}, ${at}
      from chats where workspace_id = ${scope.workspaceId} and id = ${chatId}`.execute(scope.db)
    for (const participant of [waId, otherWaId])
      await receive(
        payloadOf(
          account,
          statusOf(sent, 'read', 1_790_000_000, {
            recipient_id: group.group_id,
            recipient_type: 'group',
            recipient_participant_id: participant,
          }),
        ),
      )
    const statuses = () => rowsOf(scope, 'message_statuses')
    assert.equal((await statuses()).length, 2)
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    await finish(scope, body.id)
    const found = await findTexts([secret, name, waId])
    assert.deepEqual(found, [])
    const left = await rowsOf(scope, 'messages')
    assert.deepEqual(left.map((row) => row.text).toSorted(), ['I agree', 'to all'])
    assert.equal((await statuses()).length, 2)
    const chat = await call(`GET /api/v1/chats/${chatId}`, { key })
    assert.equal(chat.status, 200)
    assert.equal(chat.body.channel_id ?? channel.id, channel.id)
    const [person, ...more] = await rowsOf(scope, 'people')
    assert.deepEqual([person.name, more], ['Binod', []])
    const certificate = await call(`GET /api/v1/erasures/${body.id}`, { key })
    const { messages, conversations, group_reports: reports } = certificate.body.removed
    assert.deepEqual([messages, conversations, reports], [1, undefined, 1])
  })

  test('leaves no file that a worker was still downloading', async () => {
    const { scope, key, personId, fileId, workspaceId, inboundId } = await plant()
    await sql`
      update media_files set status = 'pending', platform_media_id = '1'
      where workspace_id = ${workspaceId} and id = ${fileId}`.execute(scope.db)
    const { rows } = await sql<DueMedia>`
      select * from media_files where workspace_id = ${workspaceId} and id = ${fileId}`.execute(
      scope.db,
    )
    const { body } = await call(`DELETE /api/v1/contacts/${personId}`, { key })
    const fetched = { sizeBytes: 1, sha256: '', mimeType: 'image/png', seconds: null }
    const slow: MediaStorage = {
      ...storage,
      async remove(file) {
        await storage.remove(file)
        // The download ends after the removal and before the row is deleted.
        if (!file.endsWith(fileId)) return
        await storage.write(file, bytesOf('late'))
        if (!(await recordStored(scope, rows[0]!, fetched))) await storage.remove(file)
      },
    }
    await finish(scope, body.id, slow)
    assert.equal(await storage.read(mediaKey(workspaceId, fileId)), undefined, inboundId)
  })
})
