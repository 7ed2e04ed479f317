import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ACCOUNT_FIELDS, MESSAGE_KINDS, OTHER_FIELDS } from '#platforms/fixtures/message-kinds.ts'
import { changeOf, payloadOf, statusOf, textFrom } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'
import { readItems } from '#platforms/registry/read-items.ts'
import { findPlatformOfPayload } from '#platforms/registry/platforms.ts'
import { splitPayload } from '#platforms/meta/split-payload.ts'
import { assignParts } from './assign-parts.ts'

const receivedAt = new Date('2026-11-20T10:00:00Z')
const readBody = (body: Buffer) => readItems({ platform: 'whatsapp', body }, receivedAt)
const read = (payload: unknown) => readBody(Buffer.from(JSON.stringify(payload) ?? ''))

const samples: Json[] = [
  payloadOf(
    '1',
    textFrom('919800000001', 'hi'),
    statusOf('wamid.a', 'failed', 1, { errors: [{ code: 1 }] }),
  ),
  ...Object.values(MESSAGE_KINDS).map((node) =>
    payloadOf('1', {
      messages: [{ from: '919800000001', id: 'wamid.k', timestamp: '1790000000', ...node }],
    }),
  ),
  ...Object.entries({ ...OTHER_FIELDS, ...ACCOUNT_FIELDS }).map(([field, value]) => ({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [changeOf('1', value, field)] }],
  })),
]

/** Replaces the value at one random place of a JSON document. */
function mutate(value: unknown, path: number[], replacement: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null) return replacement
  const keys = Object.keys(value)
  if (keys.length === 0) return replacement
  const key = keys[step % keys.length]!
  const changed = mutate((value as Json)[key], rest, replacement)
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? changed : item))
    : { ...value, [key]: changed }
}

test('any JSON, and any bytes, are read without an error', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void read(value)))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(readBody(Buffer.from(bytes)).length, 1)
    }),
  )
})

test('a payload with any part replaced by any JSON is read and split without an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 9 }),
      fc.jsonValue(),
      (sample, path, replacement) => {
        const payload = mutate(sample, path, replacement)
        for (const item of read(payload)) {
          assert.ok(item.kind)
          if (item.kind === 'message') assert.ok(!Number.isNaN(item.message.at.getTime()))
          if (item.kind === 'status') assert.ok(!Number.isNaN(item.status.at.getTime()))
        }
        const owners = assignParts(
          findPlatformOfPayload(payload)?.reader.readParts(payload) ?? [],
          {
            ofAccount: (account) => `workspace of ${account}`,
            ofBusinessAccount: () => [],
          },
        )
        assert.equal(splitPayload(payload, owners).size, new Set(owners.flat()).size)
      },
    ),
    { numRuns: 500 },
  )
})

test('a time that cannot be right is the time of arrival', () => {
  for (const timestamp of ['', 'soon', '-1', '99999999999', null, {}, 0, 1e300]) {
    const node = {
      from: '919800000001',
      id: 'wamid.t',
      timestamp,
      type: 'text',
      text: { body: 'x' },
    }
    const [item] = read(payloadOf('1', { messages: [node] }))
    assert.ok(item?.kind === 'message')
    assert.deepEqual(item.message.at, receivedAt, JSON.stringify(timestamp))
  }
})

test('contacts are joined to messages by id, not by place', () => {
  const contact = (name: string, wa_id: string) => ({ profile: { name }, wa_id })
  const message = (from: string) => ({
    from,
    id: `wamid.${from}`,
    timestamp: '1',
    type: 'text',
    text: { body: '' },
  })
  const items = read(
    payloadOf('1', {
      contacts: [contact('Two', '22222222'), contact('One', '11111111')],
      messages: [message('11111111'), message('22222222'), message('33333333')],
    }),
  )
  assert.deepEqual(
    items.map((item) => item.kind === 'message' && item.message.customer.name),
    ['One', 'Two', undefined],
  )
})
