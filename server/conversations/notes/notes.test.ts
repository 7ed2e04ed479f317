import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NoteUpdatedEvent } from '#client/generated/models.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestMember,
  createTestWorkspace,
} from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { newId } from '#lib/ids.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const author = await signInTestMember(call, scope, 'agent')
const colleague = await signInTestMember(call, scope, 'agent')
const admin = await signInTestMember(call, scope, 'admin')

async function write(
  chatId: string,
  body: object,
  who: { headers: Record<string, string> } = author,
) {
  const answer = await call(`POST /api/v1/chats/${chatId}/notes`, { headers: who.headers, body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function mentionCount(who: { headers: Record<string, string> }): Promise<number> {
  const { body } = await call('GET /api/v1/chats/counts', { headers: who.headers })
  return body.mentions.count
}

async function listMentioned(who: { headers: Record<string, string> }): Promise<string[]> {
  const { body } = await call('GET /api/v1/chats?mentioned=true', { headers: who.headers })
  return body.data.map((chat: { id: string }) => chat.id)
}

test('a note names colleagues, who find it until they have seen it', async () => {
  const { id } = await createTestChat(scope)
  const note = await write(id, {
    text: '  Please call back \n',
    mentions: [colleague.membershipId, colleague.membershipId, author.membershipId],
  })
  assert.deepEqual([note.text, note.conversation_id], ['Please call back', id])
  assert.deepEqual(note.author, { type: 'member', id: author.membershipId })
  assert.deepEqual(note.mentions, [colleague.membershipId, author.membershipId])
  assert.deepEqual([await mentionCount(colleague), await mentionCount(author)], [1, 0])
  assert.deepEqual([await listMentioned(colleague), await listMentioned(admin)], [[id], []])
  const seen = () =>
    call(`POST /api/v1/chats/${id}/mentions/seen`, { headers: colleague.headers, body: {} })
  assert.equal((await seen()).body.seen_count, 1)
  assert.equal((await seen()).body.seen_count, 0)
  assert.equal(await mentionCount(colleague), 0)
  assert.deepEqual(await listMentioned(colleague), [id], 'the chat stays in the list')
})

test('a note is changed and deleted by its author and by admins, and by nobody else', async () => {
  const { id } = await createTestChat(scope)
  const note = await write(id, { text: 'Mine', mentions: [colleague.membershipId] })
  const patch = (options: object, body: object) =>
    call(`PATCH /api/v1/notes/${note.id}`, { ...options, body })
  for (const who of [{ headers: colleague.headers }, { key }]) {
    const answer = await patch(who, { text: 'Taken over' })
    assert.deepEqual([answer.status, answer.body.code], [403, 'author_required'])
    const { status } = await call(`DELETE /api/v1/notes/${note.id}`, who)
    assert.equal(status, 403)
  }
  const same = await patch({ headers: author.headers }, { text: ' Mine ' })
  assert.equal(same.body.edited_at, null)
  const edited = await patch({ headers: author.headers }, { text: 'Better', mentions: [] })
  assert.equal(edited.body.text, 'Better')
  assert.notEqual(edited.body.edited_at, null)
  assert.equal(await mentionCount(colleague), 0, 'who is no longer named finds it no longer')
  assert.equal((await patch({ headers: admin.headers }, { text: 'Best' })).status, 200)
  const removed = await call(`DELETE /api/v1/notes/${note.id}`, { headers: admin.headers })
  assert.equal(removed.status, 204)
  const { body } = await call(`GET /api/v1/chats/${id}/thread`, { key })
  assert.deepEqual([body.data[0].kind, body.data[0].text], ['note', ''])
  assert.notEqual(body.data[0].deleted_at, null)
  const gone = await patch({ headers: author.headers }, { text: 'Back' })
  assert.deepEqual([gone.status, gone.body.code], [404, 'note_not_found'])
  const { body: events } = await call('GET /api/v1/events?types=note.created,note.updated', { key })
  assert.deepEqual(
    events.data
      .filter((event: NoteUpdatedEvent) => event.data.id === note.id)
      .map((event: NoteUpdatedEvent) => [event.type, event.data.text]),
    [
      ['note.created', 'Mine'],
      ['note.updated', 'Better'],
      ['note.updated', 'Best'],
      ['note.updated', ''],
    ],
  )
})

test('a note says something, to members of its own workspace who have not left', async () => {
  const { id } = await createTestChat(scope)
  const other = await createTestWorkspace(context)
  const foreign = await createTestMember(other.scope, 'agent')
  for (const [body, status] of [
    [{ text: '  ' }, 422],
    [{ text: '' }, 422],
    [{ text: 'x'.repeat(10_001) }, 422],
    [{ text: 'x', mentions: [foreign.membershipId] }, 404],
    [{ text: 'x', mentions: [newId()] }, 404],
    [{ text: 'x', mentions: ['me'] }, 422],
  ] as const) {
    const answer = await call(`POST /api/v1/chats/${id}/notes`, { headers: author.headers, body })
    assert.equal(answer.status, status, answer.text)
  }
  const { body } = await call(`GET /api/v1/chats/${id}/thread`, { key })
  assert.deepEqual(body.data, [])
})
