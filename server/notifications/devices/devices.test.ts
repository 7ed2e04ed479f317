import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { removeMember } from '#members/remove-member.ts'
import { openTestContext } from '#test/context.ts'
import { openTestApi } from '#test/app.ts'
import { openNotifications } from '#test/notifications.ts'
import { createVapidKeys, getVapidKeys } from './vapid-keys.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { service, work, record, send, open, subscribe } = await openNotifications(context, call)

const list = async ({ headers }: { headers: Record<string, string> }, query = '') =>
  (await call(`GET /api/app/notifications${query}`, { headers })).body.data as any[]
const unread = async ({ headers }: { headers: Record<string, string> }) =>
  (await call('GET /api/app/notifications/unread', { headers })).body

test('a member who was removed between notification and push receives nothing', async () => {
  const { scope, ada, device, receive } = await open()
  await receive('Hello')
  await record(scope)
  await removeMember(systemScope(context, scope.workspaceId), ada.membershipId)
  await send(scope)
  await receive('Hello again')
  await work(scope)
  assert.equal(device.received.length, 0)
})

test('a device ends with its session, and with its subscription', async () => {
  const { scope, ada, ben, device, receive } = await open()
  const other = await subscribe(ben.headers)
  await receive('Hello')
  await record(scope)
  await call('POST /api/auth/sign-out', { headers: ada.headers, body: {} })
  service.failWith(410)
  await send(scope)
  service.failWith(undefined)
  assert.deepEqual([device.received.length, other.received.length], [0, 0])
  const { body } = await call('GET /api/app/push-devices', { headers: ben.headers })
  assert.deepEqual(body.data, [])
  const left = await scope.db
    .selectFrom('notification_pushes')
    .select('device_id')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(left, [])
})

test('a member whose session lacks what the workspace requires since then receives nothing', async () => {
  const { scope, device, receive } = await open()
  const require = (isRequired: boolean) =>
    scope.directory
      .updateTable('workspaces')
      .set({ require_second_factor: isRequired })
      .where('id', '=', scope.workspaceId)
      .execute()
  await require(true)
  await receive('Hello')
  await work(scope)
  await require(false)
  await receive('Hello again')
  await record(scope)
  await require(true)
  await send(scope)
  assert.equal(device.received.length, 0)
})

test('a push that fails is retried with a delay, and expires', async () => {
  const { scope, ada, device, receive } = await open()
  service.failWith(503, { 'retry-after': '120' })
  await receive('Hello')
  await work(scope)
  service.failWith(undefined)
  await send(scope)
  assert.equal(device.received.length, 0, 'not before its time')
  const shown = await call('GET /api/app/push-devices', { headers: ada.headers })
  assert.equal(shown.body.data[0].last_error, 'http_503')
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from due_at - now())::float8 as seconds from notification_pushes
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  assert.ok(rows[0]!.seconds > 60 && rows[0]!.seconds <= 120, `${rows[0]!.seconds}`)
  const due = (expires: string) =>
    sql`update notification_pushes set due_at = now(), expires_at = now() + ${expires}::interval
      where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  await due('1 hour')
  await send(scope)
  assert.equal(device.received.length, 1)
  service.failWith(503)
  await receive('Too late')
  await work(scope)
  service.failWith(undefined)
  await due('-1 second')
  await send(scope)
  assert.equal(device.received.length, 1)
})

test('members and tenants see, read and change only what is theirs', async () => {
  const { scope, ada, device, receive } = await open()
  const other = await open()
  await receive('Hello')
  await work(scope)
  await work(other.scope)
  assert.deepEqual(await list(other.ada), [])
  assert.equal(other.device.received.length, 0)
  const [mine] = await list(ada)
  const read = await call('POST /api/app/notifications/read', {
    headers: other.ada.headers,
    body: { ids: [mine.id] },
  })
  assert.equal(read.body.read_count, 0)
  const path = `/api/app/push-devices/${device.deviceId}`
  for (const request of [`PATCH ${path}`, `POST ${path}/test`, `DELETE ${path}`]) {
    const isDelete = request.startsWith('DELETE')
    const answer = await call(request, {
      headers: other.ada.headers,
      ...(!isDelete && { body: request.startsWith('PATCH') ? { show_text: true } : {} }),
    })
    assert.equal(answer.body.code, 'device_not_found', request)
  }
  assert.equal((await unread(ada)).unread_count, 1)
})

test('a test notification reaches the device that it is sent to', async () => {
  const { scope, ada, device } = await open()
  const { status } = await call(`POST /api/app/push-devices/${device.deviceId}/test`, {
    headers: ada.headers,
    body: {},
  })
  assert.equal(status, 200)
  await send(scope)
  assert.equal(device.received[0]!.payload.title, 'Notifications work')
})

test('a subscription must have a public address and a valid key, and settings a valid time zone', async () => {
  const { ada, patch } = await open()
  const { keys } = service.subscribe().subscription
  const register = (body: object) =>
    call('POST /api/app/push-devices', { headers: ada.headers, body })
  for (const body of [
    { endpoint: 'http://169.254.169.254/push', keys },
    { endpoint: 'ftp://push.example/1', keys },
    { endpoint: 'https://push.example/1', keys: { ...keys, p256dh: 'A'.repeat(87) } },
    { endpoint: 'https://push.example/1', keys: { ...keys, auth: 'short' } },
  ])
    assert.equal((await register(body)).body.code, 'validation_failed', JSON.stringify(body))
  const zone = await patch('/api/app/notification-settings', ada.headers, { time_zone: 'Mars/One' })
  assert.equal(zone.body.code, 'validation_failed')
})

test('a browser belongs to the session that signed in on it last, and a user has a limited number', async () => {
  const { scope, ada, ben } = await open()
  const subscriber = await subscribe(ada.headers)
  const again = await call('POST /api/app/push-devices', {
    headers: ben.headers,
    body: subscriber.subscription,
  })
  assert.equal(again.status, 200)
  const devices = async (headers: Record<string, string>) =>
    (await call('GET /api/app/push-devices', { headers })).body
  assert.equal((await devices(ada.headers)).data.length, 0)
  assert.equal((await devices(ben.headers)).data[0].is_current, true)
  assert.match((await devices(ben.headers)).push_key, /^[\w-]{87}$/)
  for (let index = 0; index < 10; index++) {
    const sessionId = newId()
    await sql`
      insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      values (${sessionId}, ${ada.userId}, ${sessionId}, now() + interval '1 day', now(), now())`.execute(
      scope.directory,
    )
    await sql`
      insert into push_devices (id, session_id, endpoint_hash, subscription, name, created_at)
      values (${newId()}, ${sessionId}, ${Buffer.from(sessionId)}, '', '', now())`.execute(
      scope.directory,
    )
  }
  const refused = await call('POST /api/app/push-devices', {
    headers: ada.headers,
    body: service.subscribe().subscription,
  })
  assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
})

test('processes that start at the same time create one pair of keys, and later starts keep it', async () => {
  await Promise.all([1, 2, 3].map(() => createVapidKeys(context)))
  const keys = await getVapidKeys(context)
  await createVapidKeys(context)
  assert.deepEqual(await getVapidKeys(context), keys)
  const rows = await context.directory
    .selectFrom('vapid_keys')
    .select(['id', 'private_key'])
    .execute()
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]!.private_key.includes(keys.privateKey), 'stored encrypted')
})
