import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createExportReader, readOnlyAuditEntry } from '#test/exports.ts'
import {
  createTestChat,
  createTestKey,
  createTestMember,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { writeMessages } from '#test/reports.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

/** Creates a workspace with a key that reads messages, and a conversation of a contact. */
async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['messages:read'])
  const { id: personId } = await createTestPerson(scope, { name: '=Asha' })
  const chat = await createTestChat(scope, { personId })
  const lines = async (query = '') => {
    const path = `/api/v1/messages/export.csv?format=ndjson${query && `&${query}`}`
    const { status, headers, text } = await call(`GET ${path}`, { key })
    assert.equal(status, 200, text)
    assert.equal(headers['content-type'], 'application/x-ndjson; charset=utf-8')
    return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
  }
  const reader = createExportReader(call, '/api/v1/messages/export.csv', key)
  return { scope, key, chat, lines, ...reader }
}

describe('the export of messages', () => {
  test('names contact, channel and author, and no cell is a formula', async () => {
    const { scope, chat, exported } = await open()
    const { membershipId } = await createTestMember(scope, 'agent')
    await writeMessages(scope, chat, [
      ['2026-03-17T10:00:00Z', 'customer'],
      ['2026-03-17T10:10:00Z', { member: membershipId }],
    ])
    const [reply, question] = await exported()
    assert.deepEqual(
      [question!['direction'], question!['name'], question!['author_type'], question!['author']],
      ['inbound', "'=Asha", 'person', ''],
    )
    assert.deepEqual([reply!['direction'], reply!['author_type']], ['outbound', 'member'])
    assert.notEqual(reply!['author'], '')
    assert.notEqual(reply!['channel'], '')
    assert.equal(reply!['conversation_id'], chat.id)
  })

  test('has the lines of the list, in all pages, each message once', async () => {
    const { scope, key, chat, lines, exported } = await open()
    const start = Date.parse('2026-03-17T10:00:00Z')
    await writeMessages(
      scope,
      chat,
      Array.from({ length: 600 }, (_, index) => [
        new Date(start + Math.floor(index / 3) * 1_000).toISOString(),
        'customer',
      ]),
    )
    const found = await lines()
    assert.equal(new Set(found.map(({ id }) => id)).size, 600)
    assert.equal(new Set((await exported()).map(({ id }) => id)).size, 600)
    const { body } = await call('GET /api/v1/messages?limit=3', { key })
    assert.deepEqual(found.slice(0, 3), body.data)
  })

  test('has only messages that match the filters of the list', async () => {
    const { scope, chat, lines } = await open()
    await writeMessages(scope, chat, [
      ['2026-03-17T10:00:00Z', 'customer'],
      ['2026-03-18T10:00:00Z', 'key'],
    ])
    const other = await createTestChat(scope)
    await writeMessages(scope, other, [['2026-03-19T10:00:00Z', 'customer']])
    const daysOf = async (query: string) =>
      (await lines(query)).map(({ created_at }) => created_at.slice(8, 10))
    assert.deepEqual(await daysOf(''), ['19', '18', '17'])
    assert.deepEqual(await daysOf('direction=outbound'), ['18'])
    assert.deepEqual(await daysOf(`conversation_id=${chat.id}`), ['18', '17'])
    assert.deepEqual(await daysOf('created_before=2026-03-19T00:00:00Z'), ['18', '17'])
    assert.deepEqual(await daysOf(`person_id=${(await open()).chat.personId}`), [])
  })

  test('is refused before it begins if a filter has a mistake', async () => {
    const { answerTo } = await open()
    for (const query of ['?status=odd', '?created_after=odd', '?limit=3']) {
      const { status, body } = await answerTo(query)
      assert.deepEqual([status, body.code], [422, 'validation_failed'], query)
    }
  })

  test('is kept in the audit log', async () => {
    const { scope, lines } = await open()
    await lines('direction=inbound')
    assert.deepEqual(await readOnlyAuditEntry(scope), [
      'messages.exported',
      { filters: { direction: 'inbound' }, format: 'ndjson' },
    ])
  })
})
