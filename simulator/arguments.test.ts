import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HELP, readArguments } from './arguments.ts'
import { toConfig } from './config.ts'

test('options stand for variables of the environment', () => {
  const given = readArguments(
    '--port 0 --app-secret a --verify-token b --strict --seed 7 --chaos drop=0.5,delay_ms=20 --numbers 12:+1555:34,56'.split(
      ' ',
    ),
  )
  assert.equal(given.kind, 'start')
  const config = toConfig(given.kind === 'start' ? given.env : {})
  assert.equal(config.port, 0)
  assert.equal(config.strict, true)
  assert.deepEqual(config.chaos, { seed: '7', drop: 0.5, delay_ms: 20 })
  assert.deepEqual(config.numbers, [
    { phoneNumberId: '12', displayPhoneNumber: '1555', wabaId: '34' },
    { phoneNumberId: '56' },
  ])
})

test('help names every option, and an unknown one is a mistake in one line', () => {
  assert.deepEqual(readArguments(['--help', '--port', '1']), { kind: 'help' })
  for (const option of ['--app-secret', '--chaos', '--strict', '--numbers', '--help']) {
    assert.ok(HELP.includes(option))
  }
  const mistake = readArguments(['--fast'])
  assert.equal(mistake.kind, 'mistake')
  assert.match(mistake.kind === 'mistake' ? mistake.line : '', /--fast.*See --help\.$/)
})

test('mistakes in lists are told with what was written', () => {
  const env = { WHATSAPP_APP_SECRET: 'a', WHATSAPP_VERIFY_TOKEN: 'b' }
  assert.throws(() => toConfig({ ...env, SIMULATOR_CHAOS: 'rain=0.1' }), /"rain=0\.1"/)
  assert.throws(() => toConfig({ ...env, SIMULATOR_CHAOS: 'drop=2' }), /"drop=2"/)
  assert.throws(() => toConfig({ ...env, SIMULATOR_NUMBERS: 'abc' }), /"abc"/)
  assert.throws(() => toConfig({ ...env, SIMULATOR_STRICT: 'yes' }), /"yes"/)
})
