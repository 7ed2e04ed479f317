import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { signWebhook } from '#lib/outgoing/sign-webhook.ts'
import { parseServiceSignature, parseStandardSignature } from './parse-service-signature.ts'

const secrets = [createWebhookSecret(), createWebhookSecret()]
const signed = signWebhook({
  secrets,
  id: 'e1',
  timestampSeconds: 1_700_000_000,
  body: Buffer.from('x'),
})
const service = signed['X-Service-Signature']
const standard = signed['webhook-signature']
const timestamp = '1700000000'
const [t, v1, old] = service.split(',') as [string, string, string]
const hexes = [v1.slice(3), old.slice(3)]

test('headers as Parley sends them are parsed without problems, with each signature of a rotation', () => {
  for (const parsed of [
    parseServiceSignature(service),
    parseStandardSignature(standard, timestamp),
  ]) {
    assert.deepEqual(parsed.problems, [])
    assert.equal(parsed.timestamp, timestamp)
    assert.equal(parsed.digests.length, 2)
  }
  const { digests } = parseServiceSignature(`v0=ignored,${old},${t},${v1},x`)
  assert.deepEqual(
    digests.map((each) => each.toString('hex')),
    hexes.toReversed(),
  )
})

test('each mistake in X-Service-Signature is reported, and the signature is parsed where possible', () => {
  const base64 = Buffer.from(hexes[0]!, 'hex').toString('base64')
  const cases: [value: string, problems: string[], digests: number][] = [
    [`${t}, ${v1}`, ['has_spaces'], 1],
    [`${t},${v1}\n,${old}`, ['has_spaces'], 2],
    [`${t};${v1}`, ['wrong_separator'], 1],
    [`${t}&${v1}`, ['wrong_separator'], 1],
    [`${t},v1=${hexes[0]!.toUpperCase()}`, ['uppercase_hex'], 1],
    [`${t},v1=${base64}`, ['base64_not_hex'], 1],
    [v1, ['missing_timestamp'], 1],
    [t, ['missing_signature'], 0],
    ['', ['missing_timestamp', 'missing_signature'], 0],
    [`${t},${v1.slice(0, -2)}`, ['wrong_length'], 0],
    [`${t},v1=sha256=${hexes[0]!}`, ['wrong_length'], 0],
    [`t=2023-11-14T22:13:20Z,${v1}`, ['bad_timestamp'], 1],
    [`x-service-signature: ${service}`, ['has_name'], 2],
    [`"${service}"`, ['has_quotes'], 2],
    [`'${t}, ${v1}'`, ['has_quotes', 'has_spaces'], 1],
    [standard, ['other_scheme'], 0],
  ]
  for (const [value, problems, digests] of cases) {
    const parsed = parseServiceSignature(value)
    assert.deepEqual([parsed.problems, parsed.digests.length], [problems, digests], value)
  }
})

test('each mistake in webhook-signature is reported, and the signature is parsed where possible', () => {
  const [first, second] = standard.split(' ').map((each) => each.slice(3)) as [string, string]
  const digest = Buffer.from(first, 'base64')
  const cases: [value: string, problems: string[], digests: number][] = [
    [`v1,${first},v1,${second}`, ['wrong_separator'], 2],
    [`v1=${first}`, ['wrong_separator'], 1],
    [`v1,${digest.toString('hex')}`, ['hex_not_base64'], 1],
    [`v1,${digest.toString('base64').replace('=', '')}`, ['base64url'], 1],
    [first, ['missing_signature'], 0],
    [`v1a,${first}`, ['missing_signature'], 0],
    [`v1,${first.slice(0, 20)}`, ['wrong_length'], 0],
    [`webhook-signature: v1,${first}`, ['has_name'], 1],
    [service, ['other_scheme'], 0],
  ]
  for (const [value, problems, digests] of cases) {
    const parsed = parseStandardSignature(value, timestamp)
    assert.deepEqual([parsed.problems, parsed.digests.length], [problems, digests], value)
  }
  assert.deepEqual(parseStandardSignature(standard, undefined).problems, ['missing_timestamp'])
  assert.deepEqual(parseStandardSignature(standard, '17e8').problems, ['bad_timestamp'])
})

test('a header of any length and content is read at once', () => {
  for (const unit of [' ', ',', 't=', 'v1=,', 'v1,', '"', "'\\", 'v1a=', ';', '\n'])
    for (const parse of [
      parseServiceSignature,
      (text: string) => parseStandardSignature(text, 'x'),
    ])
      assert.ok(parse(unit.repeat(32_768 / unit.length)).digests.length <= 20)
})
