import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { newId } from '#lib/ids.ts'
import { BUSINESS_HOURS_MAX } from '#shared/business-hours.ts'
import { testHours } from '#test/hours.ts'
import { signInTestMember } from '#test/session.ts'

import { findHoursOf } from './find-hours-of.ts'

const opened = await openTestContext()
const now = new Date('2026-12-24T10:30:00Z')
const context = { ...opened.context, clock: { now: () => now } }
const { call } = await openTestApi(context)
const path = '/api/v1/business-hours'

async function open() {
  const { scope } = await createTestWorkspace(context)
  return { scope, key: await createTestKey(scope, ['*']) }
}

describe('business hours', () => {
  test('of a team are its own, else the default ones of the workspace', async () => {
    const { scope, key } = await open()
    const create = async (url: string, body: object) => {
      const created = await call(`POST ${url}`, { key, body })
      assert.equal(created.status, 201, created.text)
      return created.body.id as string
    }
    const none = await create('/api/v1/teams', { name: 'None' })
    assert.equal((await findHoursOf(scope, [none])).get(none), null)
    await create(path, { ...testHours('Office'), time_zone: 'Europe/Berlin' })
    const night = await create(path, { ...testHours('Night'), time_zone: 'Asia/Kolkata' })
    const own = await create('/api/v1/teams', { name: 'Own', business_hours_id: night })
    const zones = async () =>
      [...(await findHoursOf(scope, [own, none, null])).values()].map((each) => each?.time_zone)
    assert.deepEqual(await zones(), ['Asia/Kolkata', 'Europe/Berlin', 'Europe/Berlin'])
    const team = `/api/v1/teams/${none}`
    const changed = await call(`PATCH ${team}`, { key, body: { business_hours_id: night } })
    assert.equal(changed.body.business_hours_id, night, changed.text)
    assert.deepEqual(await zones(), ['Asia/Kolkata', 'Asia/Kolkata', 'Europe/Berlin'])
    const body = { business_hours_id: newId() }
    assert.equal((await call(`PATCH ${team}`, { key, body })).body.code, 'business_hours_not_found')
    await call(`DELETE ${path}/${night}`, { key })
    assert.equal((await call(`GET ${team}`, { key })).body.business_hours_id, null)
    assert.deepEqual(await zones(), ['Europe/Berlin', 'Europe/Berlin', 'Europe/Berlin'])
  })

  test('say whether the business is open, and when it opens next', async () => {
    const { key } = await open()
    const half = {
      label: 'Christmas Eve',
      yearly: { month: 12, day: 24 },
      periods: [['09:00', '11:00']],
    }
    const feast = { label: 'Christmas', date: '2026-12-25', periods: [] }
    const body = { ...testHours('Office'), exceptions: [half, feast] }
    const created = await call(`POST ${path}`, { key, body })
    assert.equal(created.status, 201, created.text)
    assert.equal(created.body.is_open, false)
    assert.equal(created.body.next_opening_at, '2026-12-26T08:00:00.000Z')
    const change = { exceptions: [feast] }
    const changed = await call(`PATCH ${path}/${created.body.id}`, { key, body: change })
    assert.equal(changed.body.is_open, true)
    assert.deepEqual((await call(`GET ${path}/${created.body.id}`, { key })).body, changed.body)
  })

  test('are one default in a workspace: the first ones, until others become it', async () => {
    const { key } = await open()
    const create = async (name: string, is_default?: boolean) =>
      (await call(`POST ${path}`, { key, body: { ...testHours(name), is_default } })).body
    const first = await create('First')
    const second = await create('Second')
    assert.deepEqual([first.is_default, second.is_default], [true, false])
    const third = await create('Third', true)
    const defaults = async () =>
      (await call(`GET ${path}`, { key })).body.data
        .filter((each: { is_default: boolean }) => each.is_default)
        .map((each: { id: string }) => each.id)
    assert.deepEqual(await defaults(), [third.id])
    await call(`PATCH ${path}/${second.id}`, { key, body: { is_default: true } })
    assert.deepEqual(await defaults(), [second.id])
    const refused = await call(`PATCH ${path}/${second.id}`, { key, body: { is_default: false } })
    assert.equal(refused.body.errors[0].field, 'is_default')
    assert.equal((await call(`DELETE ${path}/${second.id}`, { key })).status, 204)
    assert.deepEqual(await defaults(), [])
  })

  test('are refused with the field that is wrong, and change nothing', async () => {
    const { key } = await open()
    const { id } = (await call(`POST ${path}`, { key, body: testHours('Office') })).body
    const refusals: [Record<string, unknown>, string][] = [
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [
        {
          week: {
            ...testHours('').week,
            mon: [
              ['10:00', '12:00'],
              ['11:00', '13:00'],
            ],
          },
        },
        'week.mon.1',
      ],
      [{ week: { ...testHours('').week, tue: [['9', '12:00']] } }, 'week.tue.0.0'],
      [{ exceptions: [{ label: 'Never', date: '2026-02-30', periods: [] }] }, 'exceptions.0.date'],
      [{ exceptions: [{ label: 'No day', periods: [] }] }, 'exceptions.0'],
    ]
    for (const [body, field] of refusals) {
      const refused = await call(`PATCH ${path}/${id}`, { key, body })
      assert.equal(refused.status, 422, refused.text)
      assert.equal(refused.body.errors[0].field, field)
    }
    const other = (await call(`POST ${path}`, { key, body: testHours('Other') })).body
    const taken = await call(`PATCH ${path}/${other.id}`, { key, body: { name: 'OFFICE' } })
    assert.deepEqual([taken.status, taken.body.code], [409, 'hours_taken'])
    const again = await call(`POST ${path}`, { key, body: testHours('office') })
    assert.deepEqual([again.status, again.body.code], [409, 'hours_taken'])
    const { body } = await call(`GET ${path}/${id}`, { key })
    assert.deepEqual(body.week, testHours('').week)
  })

  test('are at most 100', async () => {
    const { key } = await open()
    for (let count = 0; count < BUSINESS_HOURS_MAX.count; count++) {
      const { status, text } = await call(`POST ${path}`, { key, body: testHours(`${count}`) })
      assert.equal(status, 201, text)
    }
    const refused = await call(`POST ${path}`, { key, body: testHours('More') })
    assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
  })

  test('are read by members, and changed by admins alone', async () => {
    const { scope } = await open()
    const [admin, agent] = [
      await signInTestMember(call, scope),
      await signInTestMember(call, scope, 'agent'),
    ]
    const body = testHours('Office')
    const refused = await call(`POST ${path}`, { headers: agent.headers, body })
    assert.equal(refused.body.code, 'admin_required')
    assert.equal((await call(`POST ${path}`, { headers: admin.headers, body })).status, 201)
    assert.equal((await call(`GET ${path}`, { headers: agent.headers })).body.data.length, 1)
    const log = await call('GET /api/developer/audit-log?action=business_hours.created', {
      headers: admin.headers,
    })
    assert.equal(log.body.data[0].data.name, 'Office')
  })
})
