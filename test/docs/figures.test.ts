import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AUTH_LIMIT } from '#account/sign-in/routes.ts'
import { DEPTH_MAX, VALUES_MAX } from '#http/parse-json.ts'
import { FORM_LIMITS } from '#inbound/forms/routes.ts'
import { BATCH_ITEMS_MAX } from '#lib/batch-body.ts'
import { IDEMPOTENCY_MS } from '#lib/idempotency.ts'
import { ATTEMPTS_MAX } from '#lib/outgoing/next-attempt-delay-ms.ts'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import { PLATFORMS } from '#platforms/registry/platforms.ts'
import { KEY_OVERLAP_HOURS, KEY_RATE_LIMIT } from '#shared/api-keys.ts'
import { BULK_IDS_MAX, BULK_ITEMS_MAX } from '#shared/bulk-actions.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import { ERRORS } from '#shared/errors.ts'
import { CAPTION_CHARACTERS_MAX, MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { REQUEST_LOG_DAYS } from '#shared/request-log.ts'
import { SHORTCUTS } from '#shared/shortcuts.ts'
import { BODY_BYTES_MAX } from '../../server/api.ts'

const ROOT = join(import.meta.dirname, '../..')
const { quotas, memberRate, sessions } = toConfig(readEnv({}))
const { network, leads, form } = FORM_LIMITS
const count = (value: number) => value.toLocaleString('en-US')

/** The text of a page in one line, without the marks and blanks that tables and line breaks add. */
function readPage(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8').replaceAll(/[\s|]+/g, ' ')
}

/** Sentences of pages whose figures come from the code. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'guides/rate-limits.md': [
    `An API key ${KEY_RATE_LIMIT.default} requests per second`,
    `from ${KEY_RATE_LIMIT.min} to ${count(KEY_RATE_LIMIT.max)} requests per second`,
    `A signed-in member ${memberRate} requests per second`,
    `posts to web forms ${network.ratePerSecond} per second, ${network.burst} at once`,
    `lists of leads ${leads.ratePerSecond} leads per second, ${leads.burst} at once`,
    `A web form ${form.ratePerSecond} per second, ${form.burst} at once`,
    `signs in, or connects an app ${AUTH_LIMIT.ratePerSecond} requests per second, ${AUTH_LIMIT.burst} at once`,
    `JSON body ${BODY_BYTES_MAX / 2 ** 20} MiB, ${count(VALUES_MAX)} values, ${DEPTH_MAX} levels`,
    `Batch ${BATCH_ITEMS_MAX} items`,
    `${count(MESSAGE_CHARACTERS_MAX)} characters; a caption ${count(CAPTION_CHARACTERS_MAX)}`,
    `${count(BULK_IDS_MAX)} ids, or ${count(BULK_ITEMS_MAX)} items`,
    `Webhook endpoints of a workspace ${quotas.endpoints} (`,
    `Valid API keys of a workspace ${quotas.keys} (`,
    `Open event streams of a workspace's keys ${quotas.streams} per process`,
    `Files of a workspace ${count(quotas.storageMib)} MiB`,
  ],
  'guides/idempotency.md': [`for ${IDEMPOTENCY_MS / 3_600_000} hours`],
  'guides/receive-messages.md': [`${{ 10: 'ten' }[ATTEMPTS_MAX]} attempts over two days`],
  'api.md': [`stays valid for ${KEY_OVERLAP_HOURS.default} hours`],
  'security-overview.md': [
    `after ${sessions.idleHours / 24} days without a request and after ${sessions.maxHours / 24} days`,
    `without values of secrets ${REQUEST_LOG_DAYS} days`,
  ],
}

for (const [page, sentences] of Object.entries(SENTENCES))
  test(`docs/${page} has the figures of the code`, () => {
    const text = readPage(page)
    for (const sentence of sentences) assert.ok(text.includes(sentence), sentence)
  })

test('docs/channels.md says of each channel whether it can send', () => {
  const text = readPage('channels.md')
  for (const { type, capabilities } of PLATFORMS) {
    const { sending, windowMs } = capabilities
    const sends = sending === null ? 'no' : windowMs === null ? 'yes always' : 'yes, templates too'
    assert.ok(text.includes(`${CHANNEL_NAMES[type]} yes ${sends}`), type)
  }
})

test('docs/agents.md names only keys that are shortcuts by default', () => {
  const rows = readFileSync(join(ROOT, 'docs/agents.md'), 'utf8').matchAll(
    /^\| (`.+?`) +\| (.+?) +\|$/gm,
  )
  const keys = [...rows]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, key = '']) => key)
  assert.ok(keys.length > 10)
  const known = new Set<string>(Object.values(SHORTCUTS).map((each) => each.keys))
  for (const key of keys) assert.ok(known.has(key), key)
})

test('docs/troubleshooting.md names only error codes that exist', () => {
  const text = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8')
  const codes = [...text.matchAll(/\b4\d\d ((?:`\w+`(?:, )?)+)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  )
  assert.ok(codes.length >= 6)
  for (const code of codes) assert.ok(Object.hasOwn(ERRORS, code), code)
})
