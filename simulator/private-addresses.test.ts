import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toConfig } from './config.ts'
import { isPrivateAddress, lookupPrivate } from './private-addresses.ts'
import { startPair } from './test/pair.ts'

test('only loopback and private networks are called', () => {
  for (const address of ['127.0.0.1', '10.1.2.3', '172.20.0.2', '192.168.1.9', '::1', 'fd00::1']) {
    assert.equal(isPrivateAddress(address), true, address)
  }
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '169.254.169.254',
    '2606:4700::1',
    'fe80::1',
    'x',
  ]) {
    assert.equal(isPrivateAddress(address), false, address)
  }
  const env = { WHATSAPP_APP_SECRET: 'a', WHATSAPP_VERIFY_TOKEN: 'b' }
  for (const host of ['8.8.8.8', '[2606:4700::1]']) {
    const url = `http://${host}/hook`
    assert.throws(() => toConfig({ ...env, WEBHOOK_URL: url }), /loopback and private/)
  }
})

test('a name is called only where it leads to this machine', async () => {
  const look = (name: string) =>
    new Promise<string>((resolve) => {
      lookupPrivate(name, {}, (error, address) => resolve(error?.code ?? (address as string)))
    })
  assert.match(await look('localhost'), /^(127\.0\.0\.1|::1)$/)
  assert.equal(await look('10.0.0.8'), '10.0.0.8')
  assert.equal(await look('203.0.113.9'), 'ENOTPRIVATE')
})

test('a webhook address whose name leads elsewhere is never connected to', async (t) => {
  // The address is public and literal here, so that the test needs no name server.
  const { call } = await startPair(t)
  const subscribed = await call(
    'POST',
    '/v24.0/880077/subscribed_apps',
    { override_callback_uri: 'http://203.0.113.9/', verify_token: 'x' },
    { authorization: 'Bearer sim_tests' },
  )
  assert.match(subscribed.body.error.error_user_msg, /loopback and private/)
})
