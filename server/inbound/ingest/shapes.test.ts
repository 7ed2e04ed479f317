import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { openInbound, rowsOf } from '#test/inbound.ts'
import { businessAccountOf, SHAPES } from '#platforms/fixtures/shapes.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)

/** Returns the results of items in the form of a shape. */
const told = (items: { kind: string; result: string; reason?: unknown; status?: unknown }[]) =>
  items.map(({ kind, result, reason, status }) => [
    kind,
    result,
    ...(kind === 'watermark' ? [status] : reason === undefined ? [] : [reason]),
  ])

for (const object of ['whatsapp', 'page', 'instagram'] as const)
  test(`every known shape of ${object} has its outcome, and its repeat changes nothing`, async () => {
    const shapes = [...SHAPES].filter(([name]) =>
      object === 'whatsapp' ? !/^(page|instagram):/.test(name) : name.startsWith(`${object}:`),
    )
    assert.ok(shapes.length >= 16, String(shapes.length))
    const type = object === 'page' ? 'messenger' : object
    for (const [name, { payload, becomes }] of shapes) {
      const account = String(Math.floor(1e12 + Math.random() * 9e12))
      const isWhatsApp = type === 'whatsapp'
      const own = await open({
        type,
        account,
        ...(isWhatsApp && { business_account: businessAccountOf(account) }),
      })
      const body = JSON.stringify(payload(account))
      const expected = becomes.map((each) => each.filter((word) => word !== undefined))
      assert.deepEqual(told(await own.receive(body)), expected, name)
      const before = await counts(own.scope)
      for (const [index, outcome] of (await own.receive(body)).entries()) {
        const [, first] = expected[index]!
        const again = first === 'recorded' ? ['repeated'] : [first, 'repeated']
        assert.ok(again.includes(outcome.result), `${name}: ${outcome.result} again`)
      }
      assert.deepEqual(await counts(own.scope), before, name)
      assert.ok(
        (await rowsOf(own.scope, 'inbound_payloads')).every((row) => row.status === 'processed'),
        name,
      )
    }
  })

async function counts(scope: Parameters<typeof rowsOf>[0]) {
  const tables = [
    'people',
    'chats',
    'messages',
    'channel_events',
    'message_updates',
    'events',
  ] as const
  return Promise.all(tables.map(async (table) => (await rowsOf(scope, table)).length))
}
