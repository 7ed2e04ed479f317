import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { visitorSection } from '#data-exports/sections/owned-sections.ts'
import { eraseContact } from '#erasures/erase-contact.ts'
import { readSubject } from '#erasures/subject.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { newSecret, openErasures } from '#test/erasures.ts'
import { rowsOf } from '#test/inbound.ts'
import { openWebChats, signUser } from '#test/web-chats.ts'
import { deleteExpired } from '#housekeeping/delete-expired.ts'

const { context } = await openTestContext()
const { open } = openWebChats(context)
const { call } = await openTestApi(context)
const { finish, findTexts } = openErasures(context, call)

describe('a contact of a web chat', () => {
  test('is exported with its sessions, and with no session of another', async () => {
    const { scope, chat, start, write, work } = await open()
    const user_token = signUser(chat, { sub: 'user-77', name: 'Asha' })
    await write(await start({ user_token }), 'Hello')
    await work()
    await start({ user_token })
    const [person] = await rowsOf(scope, 'people')
    await write(await start({ name: 'Binod' }), 'Hello too')
    await work()
    const subject = await readSubject(scope, person.id, 'IN')
    const { rows } = await visitorSection.read(scope, subject, null)
    assert.deepEqual(
      rows['web_chat_sessions']!.map((row) => (row as { address: string }).address),
      ['user:user-77', 'user:user-77'],
    )
  })

  test('is erased with its sessions, and what arrives later starts a new conversation', async () => {
    const { scope, start, write, work, call: visit } = await open()
    const [name, email, text] = [newSecret(), `${newSecret()}@example.com`, newSecret()]
    const token = await start({ name, email })
    const other = await start({ name: 'Binod' })
    await write(token, text)
    await work()
    const [person] = await rowsOf(scope, 'people')
    await write(token, `${text} again`)
    const { id } = await eraseContact(scope, person.id)
    await work()
    await finish(scope, id)
    assert.deepEqual(await findTexts([name, email, text]), [])
    assert.equal((await visit('GET /messages', { token })).status, 401)
    assert.equal((await visit('GET /messages', { token: other })).status, 200)
    const again = await visit('POST /session', { body: { token } })
    assert.deepEqual([again.body.is_new, again.body.continues], [true, true])
    await write(again.body.token, 'Hello again')
    await work()
    assert.equal((await rowsOf(scope, 'messages')).length, 1)
  })

  test('is forgotten as a visitor half a year after the last visit; the messages stay', async () => {
    const { scope, start, write, work, call: visit } = await open()
    const [old, recent] = [await start(), await start()]
    await write(old, 'Hello')
    await work()
    const before = new Date(Date.now() - 181 * 86_400_000)
    const [first] = await rowsOf(scope, 'web_chat_sessions')
    await scope.db
      .updateTable('web_chat_sessions')
      .set({ last_seen_at: before })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', first.id)
      .execute()
    await deleteExpired(context)
    assert.equal((await visit('GET /messages', { token: old })).status, 401)
    assert.equal((await visit('GET /messages', { token: recent })).status, 200)
    assert.equal((await rowsOf(scope, 'messages')).length, 1)
    assert.equal((await rowsOf(scope, 'web_chat_tokens')).length, 1)
  })
})
