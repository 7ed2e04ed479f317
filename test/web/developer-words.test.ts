import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { ABSENCES } from '#webhooks/outcomes/schema.ts'
import { BODY_CHANGES, HEADER_PROBLEMS } from '#shared/signature-findings.ts'
import { FINDINGS, SECRET_PROBLEMS } from '#webhooks/signatures/schema.ts'
import { explainAttemptError } from '#webhooks/explain-attempt-error.ts'
import { PAYLOAD_STATUSES, ITEM_RESULTS, PAYLOAD_PLATFORMS } from '#shared/inbound.ts'
import { ERROR_EXPLANATIONS } from '#shared/attempt-explanations.ts'
import { ATTEMPT_ERRORS, EVENT_OUTCOMES, REPLAYED_STATUSES } from '#shared/webhooks.ts'
import { SCOPES, READ_SCOPES, WRITE_SCOPES, WIDE_SCOPES } from '#shared/scopes.ts'
import { PLATFORMS } from '#platforms/registry/platforms.ts'
import { developer } from '../../web/text/developer/en.ts'
import { settings } from '../../web/text/settings/en.ts'

const sorted = (words: Iterable<string>) => [...words].toSorted()
const keys = (texts: object) => sorted(Object.keys(texts))

test('the developer area offers every event type and every scope, and explains each', () => {
  assert.deepEqual(
    keys(developer.webhooks.types),
    sorted(EVENT_TYPES.map((type) => type.replace('.', '_'))),
  )
  assert.deepEqual(sorted([...READ_SCOPES, ...WRITE_SCOPES, ...WIDE_SCOPES]), sorted(SCOPES))
  assert.deepEqual(
    keys(developer.keys.scopes),
    sorted(SCOPES.map((scope) => (scope === '*' ? 'everything' : scope))),
  )
})

test('the developer area has words for whatever can become of events, deliveries and payloads', () => {
  const { events, inbound, webhooks } = developer
  assert.deepEqual(keys(events.outcomes), sorted(EVENT_OUTCOMES))
  assert.deepEqual(keys(events.reasons), sorted(ABSENCES))
  assert.deepEqual(keys(events.endpointReasons), sorted(ABSENCES))
  assert.deepEqual(keys(webhooks.replayStatuses), sorted(REPLAYED_STATUSES))
  assert.deepEqual(keys(inbound.statuses), sorted(PAYLOAD_STATUSES))
  assert.deepEqual(keys(inbound.results), sorted(ITEM_RESULTS))
  assert.deepEqual(keys({ ...CHANNEL_NAMES, ...inbound.platforms }), sorted(PAYLOAD_PLATFORMS))
})

test('the errors of tries are explained in the words of the API', () => {
  const { words, statuses } = developer.errors
  const said = Object.entries(words).map(([word, { meaning, advice }]) => [
    word,
    { meaning, advice },
  ])
  assert.deepEqual(Object.fromEntries(said), ERROR_EXPLANATIONS)
  assert.deepEqual(sorted(ATTEMPT_ERRORS), keys(ERROR_EXPLANATIONS))
  for (const [status, said] of Object.entries(statuses))
    assert.deepEqual(said, explainAttemptError('unexpected_status', Number(status)))
  for (let status = 300; status < 500; status++) {
    const { meaning } = explainAttemptError('unexpected_status', status)!
    const isSpecial = meaning !== `The receiver responded with ${status}.`
    assert.equal(String(status) in statuses, isSpecial, String(status))
  }
})

test('every platform whose accounts can be checked has texts that guide through connecting one', () => {
  const checked = PLATFORMS.filter(({ capabilities }) => capabilities.checksAccounts)
  assert.deepEqual(keys(settings.channels.setup), sorted(checked.map(({ type }) => type)))
  for (const { setupUrl } of checked) assert.ok(setupUrl)
})

test('every finding of the signature debugger is explained', () => {
  const { signatures } = developer
  assert.deepEqual(keys(signatures.verdicts), sorted(FINDINGS))
  assert.deepEqual(keys(signatures.headerProblems), keys(HEADER_PROBLEMS))
  assert.deepEqual(keys(signatures.bodyChanges), keys(BODY_CHANGES))
  assert.deepEqual(keys(signatures.secretProblems), sorted(SECRET_PROBLEMS))
})
