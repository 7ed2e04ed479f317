import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { storeTestUpload } from '#test/uploads.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { scope } = await createTestWorkspace(context)
const key = await createTestKey(scope, ['*'])
const chat = await createTestChat(scope)

async function send(body: object): Promise<any> {
  const answer = await call('POST /api/v1/messages/send', {
    key,
    body: { conversation_id: chat.id, ...body },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

async function update(id: string, set: Record<string, unknown>): Promise<void> {
  await scope.db
    .updateTable('messages')
    .set(set)
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .execute()
}

const fail = (id: string) =>
  update(id, { status: 'failed', error_code: '131026', error_message: 'Undeliverable' })
const retry = (id: string, headers: Record<string, string> = {}) =>
  call(`POST /api/v1/messages/${id}/retry`, { key, headers, body: {} })

test('a failed message is sent again as it was, whatever it is', async () => {
  const answered = await send({ message: 'Which one?' })
  await update(answered.id, { status: 'sent', platform_message_id: `wamid.${newId()}` })
  const components = [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }]
  for (const body of [
    { message: 'Hello', reply_to: answered.id },
    { message: 'See', media_url: 'https://files.example.com/a.pdf', filename: 'Offer.pdf' },
    { template: { name: 'welcome', language: 'en', components } },
    { location: { latitude: 1, longitude: 2, name: 'Office' } },
    { reaction: { message_id: answered.id, emoji: '👍' } },
    { contacts: [{ name: { formatted_name: 'Omar', first_name: 'Omar' }, phones: [] }] },
  ]) {
    const first = await send(body)
    await fail(first.id)
    const { status, body: second, text } = await retry(first.id)
    assert.equal(status, 201, text)
    const same = ['type', 'text', 'media', 'content', 'reply_to', 'conversation_id']
    for (const field of same)
      assert.deepEqual(second[field], first[field], `${first.type} ${field}`)
    assert.deepEqual(
      [second.status, second.retry_of, second.error, second.target],
      ['queued', first.id, null, { matched_by: 'conversation_id' }],
    )
    const { body: read } = await call(`GET /api/v1/messages/${second.id}`, { key })
    assert.equal(read.retry_of, first.id)
  }
})

test('simultaneous retries send a message once, and a failed retry can be retried', async () => {
  const first = await send({ message: 'Once' })
  await fail(first.id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => retry(first.id)))
  const sent = answers.filter((answer) => answer.status === 201)
  assert.equal(sent.length, 1)
  for (const answer of answers.filter((each) => each.status !== 201))
    assert.deepEqual([answer.status, answer.body.code], [409, 'message_retried'])
  const second = sent[0]!.body
  await fail(second.id)
  assert.equal((await retry(second.id)).body.retry_of, second.id)
  assert.equal((await retry(first.id)).body.code, 'message_retried')
})

test('a failed reply to a message that was deleted since is sent again without the quote', async () => {
  const quoted = await send({ message: 'Which one?' })
  await update(quoted.id, { status: 'sent', platform_message_id: `wamid.${newId()}` })
  const reply = await send({ message: 'This', reply_to: quoted.id })
  const reaction = await send({ reaction: { message_id: quoted.id, emoji: '👍' } })
  await scope.db
    .deleteFrom('messages')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', quoted.id)
    .execute()
  await fail(reply.id)
  await fail(reaction.id)
  const again = await retry(reply.id)
  assert.deepEqual([again.status, again.body.text, again.body.reply_to], [201, 'This', null])
  assert.equal((await retry(reaction.id)).body.code, 'message_not_found')
})

test('a message is not sent again without its file, or with a template that was paused since', async () => {
  const mediaId = await storeTestUpload(scope)
  const file = await send({ media_id: mediaId })
  const template = await send({ template: { name: 'winter_sale', language: 'en' } })
  await scope.db
    .deleteFrom('media_uploads')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', mediaId)
    .execute()
  const row = { workspace_id: scope.workspaceId, id: newId() }
  const at = new Date()
  await scope.db
    .updateTable('channels')
    .set({ business_account: '1' })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  await scope.db
    .insertInto('templates')
    .values({
      ...row,
      business_account: '1',
      name: 'winter_sale',
      language: 'en',
      status: 'PAUSED',
      created_at: at,
      updated_at: at,
    })
    .execute()
  for (const [{ id }, status, code] of [
    [file, 404, 'media_not_found'],
    [template, 422, 'template_not_usable'],
  ] as const) {
    await fail(id)
    const refused = await retry(id)
    assert.deepEqual([refused.status, refused.body.code], [status, code])
    const { body } = await call(`GET /api/v1/messages/${id}`, { key })
    assert.equal(body.status, 'failed')
  }
})

test('a repeated request returns the same message', async () => {
  const first = await send({ message: 'Again' })
  await fail(first.id)
  const headers = { 'idempotency-key': newId() }
  const answers = [await retry(first.id, headers), await retry(first.id, headers)]
  assert.equal(answers[0]!.status, 201)
  assert.equal(answers[1]!.text, answers[0]!.text)
  assert.equal(answers[1]!.headers['idempotent-replayed'], 'true')
})

test('only a failed message that may still be sent can be retried', async () => {
  const queued = await send({ message: 'On its way' })
  const refused = async (id: string, status: number, code: string) => {
    const answer = await retry(id)
    assert.deepEqual([answer.status, answer.body.code], [status, code])
  }
  await refused(queued.id, 409, 'message_not_failed')
  await update(queued.id, { status: 'failed', direction: 'inbound' })
  await refused(queued.id, 409, 'message_not_failed')
  await refused(newId(), 404, 'message_not_found')
  await refused('nonsense', 404, 'message_not_found')
  const late = await send({ message: 'Late' })
  await fail(late.id)
  await scope.db
    .updateTable('chats')
    .set({ window_expires_at: new Date(Date.now() - 1000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', chat.id)
    .execute()
  await refused(late.id, 422, 'window_closed')
})
