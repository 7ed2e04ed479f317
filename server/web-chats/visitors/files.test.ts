import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { fileSection } from '#data-exports/sections/message-section.ts'
import { eraseContact } from '#erasures/erase-contact.ts'
import { readSubject } from '#erasures/subject.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'
import { VISITOR_FILE_BYTES_MAX } from '#shared/web-chats.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { openErasures } from '#test/erasures.ts'
import { createTestKey } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { openTempDir } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'
import { openWebChats, signUser } from '#test/web-chats.ts'

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40, 7)])
const PDF = Buffer.from('%PDF-1.7 of the invoice, some more bytes')
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Returns the heads of a ZIP file with the parts of an Office document. */
function toDocument(part: string): Buffer {
  const names = ['[Content_Types].xml', part]
  return Buffer.from(names.map((name) => `PK\x03\x04${'\0'.repeat(26)}${name}`).join(''), 'latin1')
}

const dataDir = await openTempDir()
const { context } = await openTestContext({ dataDir })
const { open } = openWebChats(context)
const { call, app } = await openTestApi(context)
const storage = createMediaStorage({ dataDir })

/** Opens a web chat with a visitor and a key of its workspace. */
async function openVisitor() {
  const opened = await open()
  const key = await createTestKey(opened.scope, ['messages:read', 'messages:write', 'chats:read'])
  return { ...opened, key, token: await opened.start({ name: 'Asha' }) }
}

const download = (url: string) => app.inject({ url: new URL(url).pathname })

describe('a file of a visitor', () => {
  test('is a message that agents download and the visitor sees, stored once', async () => {
    const { scope, key, token, sendFile, work, read } = await openVisitor()
    const id = randomUUID()
    const fields = { id, text: 'The broken one', page_url: 'https://shop.example/cart' }
    const first = await sendFile(token, { bytes: PNG, type: 'image/png', fields })
    assert.deepEqual([first.status, first.body.id], [202, id])
    const again = await sendFile(token, { bytes: PNG, type: 'image/png', fields })
    assert.equal(again.status, 202)
    await work()
    const known = await sendFile(token, { bytes: PNG, type: 'image/png', fields })
    assert.equal(known.status, 202)
    await work()
    const [message, ...more] = await rowsOf(scope, 'messages')
    assert.deepEqual(more, [])
    const { body } = await call(`GET /api/v1/messages/${message.id}`, { key })
    assert.deepEqual(
      [body.type, body.text, body.media.status, body.media.filename, body.media.size_bytes],
      ['image', 'The broken one', 'stored', 'photo.png', PNG.length],
    )
    const file = await download(body.media.url)
    assert.deepEqual([file.statusCode, file.rawPayload], [200, PNG])
    assert.equal(file.headers['x-content-type-options'], 'nosniff')
    const [shown] = (await read(token)).data
    assert.deepEqual(
      [shown!.from, shown!.client_id, shown!.file?.filename, shown!.file?.mime_type],
      ['visitor', id, 'photo.png', 'image/png'],
    )
    assert.deepEqual((await download(shown!.file!.url)).rawPayload, PNG)
    // The repetition that was stored before the message was known is left to housekeeping.
    const [[received], uploads] = await Promise.all([
      rowsOf(scope, 'media_files'),
      rowsOf(scope, 'media_uploads'),
    ])
    assert.deepEqual([received.id, received.status], [body.media.id, 'stored'])
    assert.equal(uploads.length, 1)
    assert.notEqual(uploads[0].id, received.id)
  })

  test('is seen by no other visitor, and goes into the own conversation only', async () => {
    const { start, token, sendFile, work, read, textsOf } = await openVisitor()
    const other = await start({ name: 'Binod' })
    await sendFile(token, { bytes: PDF, type: 'application/pdf', filename: 'invoice.pdf' })
    await work()
    assert.equal((await read(token)).data.length, 1)
    assert.deepEqual(await textsOf(other), [])
    const stranger = await openVisitor()
    const foreign = await stranger.sendFile(token, { bytes: PNG, type: 'image/png' })
    assert.equal(foreign.status, 401)
  })

  test('is refused when it is too large, empty, or of a type that a browser could run', async () => {
    const { scope, start, sendFile, work } = await openVisitor()
    const large = Buffer.concat([PDF, Buffer.alloc(VISITOR_FILE_BYTES_MAX)])
    for (const [upload, status, code] of [
      [{ bytes: large, type: 'application/pdf' }, 413, 'body_too_large'],
      [{ bytes: Buffer.alloc(0), type: 'image/png' }, 422, 'media_not_usable'],
      [{ bytes: Buffer.from('<script>'), type: 'text/html' }, 422, 'media_not_usable'],
      [{ bytes: Buffer.from('<svg/>'), type: 'image/svg+xml' }, 422, 'media_not_usable'],
      [{ bytes: Buffer.from('<html> a page'), type: 'image/png' }, 422, 'media_not_usable'],
      [{ bytes: Buffer.from('MZ program'), type: 'text/plain' }, 422, 'media_not_usable'],
      [
        { bytes: Buffer.from('MZ program %PDF-'), type: 'application/pdf' },
        422,
        'media_not_usable',
      ],
      [{ bytes: Buffer.from('text\0more'), type: 'text/plain' }, 422, 'media_not_usable'],
      [{ bytes: Buffer.from('PK junk of no document'), type: DOCX }, 422, 'media_not_usable'],
      [{ bytes: toDocument('word/vbaProject.bin'), type: DOCX }, 422, 'media_not_usable'],
      [{ bytes: PNG, type: 'image/png', fields: { id: 'x' } }, 422, 'validation_failed'],
      [{ bytes: PNG, type: 'image/png', fields: { text: ' ' } }, 422, 'validation_failed'],
      [{ bytes: PNG, type: 'image/png', fields: { text: 'a\0b' } }, 422, 'validation_failed'],
    ] as const) {
      const answer = await sendFile(await start(), upload)
      assert.deepEqual([answer.status, answer.body.code], [status, code])
    }
    await work()
    const tables = ['messages', 'media_files', 'media_uploads', 'inbound_payloads'] as const
    for (const table of tables) assert.deepEqual(await rowsOf(scope, table), [], table)
    await assert.rejects(access(join(dataDir, 'media', scope.workspaceId, 'any')))
  })

  test('that contains a page is downloaded, and never displayed', async () => {
    const { key, scope, token, sendFile, work } = await openVisitor()
    const bytes = Buffer.from('<!doctype html><script>alert(1)</script>')
    await sendFile(token, { bytes, type: 'text/plain', filename: 'a page.html' })
    await work()
    const [message] = await rowsOf(scope, 'messages')
    const { body } = await call(`GET /api/v1/messages/${message.id}`, { key })
    assert.equal(body.type, 'document')
    const { headers } = await download(body.media.url)
    assert.match(
      String(headers['content-disposition']),
      /^attachment; filename="a page\.html\.txt"/,
    )
    assert.equal(headers['content-type'], 'text/plain')
    assert.match(String(headers['content-security-policy']), /default-src 'none'; sandbox/)
  })

  test('has an ending of its type in the storage, in every list and when it is downloaded', async () => {
    const { key, scope, token, sendFile, work, read } = await openVisitor()
    const text = { bytes: Buffer.from('alert(1)'), type: 'text/plain' }
    for (const [filename, upload, expected] of [
      ['order.hta', text, 'order.hta.txt'],
      ['invoice\u202Egnp.exe.txt', text, 'invoicegnp.exe.txt'],
      ['invoice.pdf.exe', { bytes: PDF, type: 'application/pdf' }, 'invoice.pdf.exe.pdf'],
      ['order.docm', { bytes: toDocument('word/document.xml'), type: DOCX }, 'order.docm.docx'],
    ] as const) {
      assert.equal((await sendFile(token, { ...upload, filename })).status, 202)
      await work()
      const { id } = (await read(token)).data.at(-1)!
      const { body } = await call(`GET /api/v1/messages/${id}`, { key })
      const row = (await rowsOf(scope, 'media_files')).find((each) => each.id === body.media.id)
      assert.deepEqual([row.filename, body.media.filename], [expected, expected])
      // A file from a release that stored the name as it was given.
      await sql`update media_files set filename = ${filename} where workspace_id = ${scope.workspaceId} and id = ${row.id}`.execute(
        scope.db,
      )
      await sql`update messages set media = media || ${JSON.stringify({ filename })}::jsonb where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(
        scope.db,
      )
      const old = await call(`GET /api/v1/messages/${id}`, { key })
      const shown = (await read(token)).data.at(-1)!
      assert.deepEqual([old.body.media.filename, shown.file?.filename], [expected, expected])
      const { headers } = await download(body.media.url)
      assert.equal(
        headers['content-disposition'],
        `attachment; filename="${expected}"; filename*=UTF-8''${expected}`,
      )
    }
  })

  test('is limited in number, and the visitor can still write', async () => {
    const { token, sendFile, write } = await openVisitor()
    const statuses: number[] = []
    for (let count = 0; count < 11; count++)
      statuses.push((await sendFile(token, { bytes: PNG, type: 'image/png' })).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 202), 429])
    await write(token, 'Did you get them?')
  })

  test('does not exceed what the workspace can store', async () => {
    const small = { ...context.config, quotas: { ...context.config.quotas, storageMib: 0 } }
    const limited = openWebChats({ ...context, config: small })
    const { start, sendFile } = await limited.open()
    const answer = await sendFile(await start(), { bytes: PNG, type: 'image/png' })
    assert.deepEqual([answer.status, answer.body.code], [409, 'quota_exceeded'])
  })

  test('has a share of the storage, which is not counted against members and of which admins hear', async () => {
    const config = {
      ...context.config,
      quotas: { ...context.config.quotas, storageMib: 1 },
      visitors: { ...context.config.visitors, storagePercent: 1 },
    }
    const mine = { ...context, config }
    const { scope, chat, start, sendFile, work } = await openWebChats(mine).open()
    const api = await openTestApi(mine)
    const key = await createTestKey(scope, ['messages:write'])
    const upload = (bytes: Buffer) => {
      const form = new FormData()
      form.append('file', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      const encoded = new Response(form)
      return encoded.arrayBuffer().then((payload) =>
        api.app.inject({
          method: 'POST',
          url: '/api/v1/media',
          payload: Buffer.from(payload),
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': encoded.headers.get('content-type')!,
          },
        }),
      )
    }
    // The share is 1 % of 1 MiB: two files of 4,500 bytes, but not three.
    const picture = Buffer.concat([PNG, Buffer.alloc(4_000)])
    const token = await start()
    const send = async (given: string) =>
      (await sendFile(given, { bytes: picture, type: 'image/png' })).status
    assert.deepEqual([await send(token), await send(token), await send(token)], [202, 202, 409])
    await work()
    const files = await rowsOf(scope, 'media_files')
    assert.deepEqual(
      files.map((each) => each.of_visitor),
      [true, true],
    )
    const user = await start({ user_token: signUser(chat, { sub: 'u-1' }) })
    assert.equal(await send(user), 202)
    await work()
    // All but the files of visitors is counted for members: the file of the user, and this one of nearly 1 MiB.
    const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024 - 6_500)])
    assert.equal((await upload(large)).statusCode, 201)
    assert.equal((await upload(picture)).statusCode, 409)
    const notices = await waitFor(async () => {
      const rows = await rowsOf(scope, 'notices')
      return rows.length === 2 ? rows : undefined
    })
    assert.deepEqual(notices.map(({ kind, data }) => [kind, data.name, data.reason]).toSorted(), [
      ['visitors_limited', 'Shop', 'storage_full'],
      ['visitors_limited', 'Shop', 'storage_nearly_full'],
    ])
  })

  test('is limited in number per web chat, over all networks, and so are new conversations', async () => {
    const visitors = { ...context.config.visitors, filesPerMinute: 1, conversationsPerMinute: 1 }
    const limited = openWebChats({ ...context, config: { ...context.config, visitors } })
    const { scope, chat, start, sendFile, call, work } = await limited.open()
    const first = await start()
    const write = async (token: string) =>
      (await call('POST /messages', { token, body: { id: randomUUID(), text: 'Hello' } })).status
    assert.equal(await write(first), 202)
    await work()
    const statuses: number[] = []
    for (let count = 0; count < 10; count++) statuses.push(await write(await start()))
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 202), 429])
    // Conversations that have begun go on, and users have no such limit.
    const user = await start({ user_token: signUser(chat, { sub: 'u-1' }) })
    assert.deepEqual([await write(first), await write(user)], [202, 202])
    const files: number[] = []
    const send = async (token: string) =>
      (await sendFile(token, { bytes: PNG, type: 'image/png' })).status
    for (let count = 0; count < 10; count++) files.push(await send(first))
    assert.deepEqual(
      files,
      Array.from({ length: 10 }, () => 202),
    )
    await work()
    assert.equal(await send(await start()), 429)
    assert.equal(await send(user), 202)
    const notices = await waitFor(async () => {
      const rows = await rowsOf(scope, 'notices')
      return rows.length === 2 ? rows : undefined
    })
    assert.deepEqual(notices.map(({ data }) => data.reason).toSorted(), ['conversations', 'files'])
  })

  test('leaves no bytes in the storage when it cannot be recorded', async () => {
    const { scope, token, sendFile } = await openVisitor()
    const listStored = async () =>
      (await readdir(dataDir, { recursive: true })).filter(
        (path) => path.includes(`${scope.workspaceId}/`) && !path.endsWith('/'),
      )
    await sql`create function refuse_upload() returns trigger language plpgsql as 'begin raise ''refused''; end'`.execute(
      context.db,
    )
    await sql`create trigger refuse_upload before insert on media_uploads execute function refuse_upload()`.execute(
      context.db,
    )
    try {
      const { status } = await sendFile(token, { bytes: PNG, type: 'image/png' })
      assert.equal(status, 500)
      assert.deepEqual(await listStored(), [])
    } finally {
      await sql`drop trigger refuse_upload on media_uploads`.execute(context.db)
    }
    const { status } = await sendFile(token, { bytes: PNG, type: 'image/png' })
    assert.equal(status, 202)
    assert.equal((await listStored()).length, 1)
  })

  test('is exported and erased with the contact', async () => {
    const { scope, token, sendFile, work } = await openVisitor()
    await sendFile(token, { bytes: PDF, type: 'application/pdf', filename: 'invoice.pdf' })
    await work()
    const [[person], [file]] = await Promise.all([
      rowsOf(scope, 'people'),
      rowsOf(scope, 'media_files'),
    ])
    const subject = await readSubject(scope, person.id, 'IN')
    const { rows } = await fileSection.read(scope, subject, null)
    assert.deepEqual(
      rows['received_files']!.map((row) => (row as { filename: string }).filename),
      ['invoice.pdf'],
    )
    const read = () => storage.read(mediaKey(scope.workspaceId, file.id))
    const before = await read()
    assert.ok(before)
    before.destroy()
    const { finish } = openErasures(context, call)
    const { id } = await eraseContact(scope, person.id)
    await finish(scope, id)
    assert.deepEqual(await rowsOf(scope, 'media_files'), [])
    assert.equal(await read(), undefined)
  })
})
