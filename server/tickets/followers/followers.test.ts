import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestPerson } from '#test/factories.ts'
import { openNotifications } from '#test/notifications.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const notifications = await openNotifications(context, call)

type Member = { headers: Record<string, string>; membershipId: string }

/** Creates a ticket that ben owns; ada and carol are colleagues. */
async function open() {
  const opened = await notifications.open()
  const { scope, ada, ben } = opened
  const carol = await signInTestMember(call, scope, 'agent')
  const { id: person_id } = await createTestPerson(scope, { name: 'Leela Nair' })
  const ask = (request: string, { headers }: Member, body?: object) =>
    call(request, { headers, ...(body && { body }) })
  const { body: ticket } = await ask('POST /api/v1/tickets', ben, {
    person_id,
    title: 'Broken kettle',
    assignee_id: ben.membershipId,
  })
  const path = `/api/v1/tickets/${ticket.id}`
  const kinds = async (member: Member) => {
    await notifications.record(scope)
    const { body } = await ask('GET /api/app/notifications?unread=true', member)
    await ask('POST /api/app/notifications/read', member, {})
    return body.data.map((each: any) => [each.kind, each.text])
  }
  for (const each of [ada, ben, carol]) await kinds(each)
  return { scope, ada, ben, carol, ask, path, kinds }
}

test('a follower and the assignee are notified once of comments, of the status and of the due time', async () => {
  const { ada, ben, carol, ask, path, kinds } = await open()
  const followed = await ask(`POST ${path}/followers`, ada, {})
  assert.equal(followed.status, 201, followed.text)
  assert.deepEqual(followed.body.follower_ids, [ada.membershipId])
  const again = await ask(`POST ${path}/followers`, ada, {})
  assert.equal(again.body.updated_at, followed.body.updated_at, 'a repetition changes nothing')
  await ask(`POST ${path}/comments`, carol, { text: 'Sent a new one' })
  assert.deepEqual(await kinds(ada), [['comment', 'Sent a new one']])
  assert.deepEqual(await kinds(ben), [['comment', 'Sent a new one']])
  assert.deepEqual(await kinds(carol), [])
  await ask(`PATCH ${path}`, ben, { status: 'pending' })
  assert.deepEqual(await kinds(ada), [['status', null]])
  assert.deepEqual(await kinds(ben), [], 'his own action')
  await ask(`PATCH ${path}`, carol, { due_at: new Date(Date.now() - 60_000).toISOString() })
  for (const each of [ada, ben]) assert.deepEqual(await kinds(each), [['reminder', null]])
  assert.deepEqual(await kinds(carol), [])
})

test('a member whom a comment mentions follows, and is notified of the mention alone', async () => {
  const { scope, ada, ben, ask, path, kinds } = await open()
  const comment = await ask(`POST ${path}/comments`, ben, {
    text: 'Can you look?',
    mentions: [ada.membershipId],
  })
  assert.equal(comment.status, 201, comment.text)
  assert.deepEqual(await kinds(ada), [['mention', 'Can you look?']])
  const { body: ticket } = await ask(`GET ${path}`, ben)
  assert.deepEqual(ticket.follower_ids, [ada.membershipId])
  const { body: found } = await ask('GET /api/v1/tickets?follower_id=me', ada)
  assert.deepEqual(
    found.data.map((each: any) => each.id),
    [ticket.id],
  )
  assert.deepEqual((await ask('GET /api/v1/tickets?follower_id=me', ben)).body.data, [])
  const rows = await scope.db
    .selectFrom('events')
    .select(['type', 'body'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'ticket.updated')
    .execute()
  assert.deepEqual(JSON.parse(rows.at(-1)!.body).data.follower_ids, [ada.membershipId])
  assert.equal((await ask(`DELETE ${path}/followers/${ada.membershipId}`, ada)).status, 204)
  const gone = await ask(`DELETE ${path}/followers/${ada.membershipId}`, ada)
  assert.deepEqual([gone.status, gone.body.code], [404, 'membership_not_found'])
  await ask(`POST ${path}/comments`, ben, { text: 'Done' })
  assert.deepEqual(await kinds(ada), [])
})

test('a follower who does not see the ticket is refused, and one who stops seeing it is notified of nothing', async () => {
  const { scope, ada, ben, ask, path, kinds } = await open()
  const admin = await signInTestMember(call, scope)
  const role = await ask('POST /api/v1/roles', admin, {
    name: 'Own only',
    scopes: ['read', 'write'],
    visibility: 'own',
    sees_no_team: false,
  })
  assert.equal(role.status, 201, role.text)
  await ask(`POST ${path}/followers`, ada, {})
  const confined = await ask(`PATCH /api/developer/members/${ada.membershipId}`, admin, {
    role: role.body.id,
  })
  assert.equal(confined.status, 200, confined.text)
  await ask(`POST ${path}/comments`, ben, { text: 'Not for Ada' })
  assert.deepEqual(await kinds(ada), [])
  await ask(`DELETE ${path}/followers/${ada.membershipId}`, ben)
  const refused = await ask(`POST ${path}/followers`, ben, { membership_id: ada.membershipId })
  assert.deepEqual([refused.status, refused.body.code], [422, 'follower_needs_access'])
  assert.equal((await ask(`POST ${path}/followers`, ada, {})).status, 404)
})
