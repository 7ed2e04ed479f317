import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRealHost, toConfig } from './config.ts'
import type { ConfigError } from './config.ts'
import { startSimulator } from './start-simulator.ts'
import { testConfig } from './test/pair.ts'

const ENV = { WHATSAPP_APP_SECRET: 'lantern', WHATSAPP_VERIFY_TOKEN: 'knock' }

test('two secrets are enough to start', () => {
  const { port, host, webhookUrl, token, logLevel } = toConfig(ENV)
  assert.deepEqual(
    { port, host, webhookUrl, token, logLevel },
    {
      port: 3002,
      host: '127.0.0.1',
      webhookUrl: 'http://localhost:3001/webhook/whatsapp',
      token: null,
      logLevel: 'info',
    },
  )
})

test('every mistake of the environment has its own line', () => {
  const env = {
    SIMULATOR_PORT: '80080',
    WHATSAPP_VERIFY_TOKEN: ' ',
    WEBHOOK_URL: 'ftp://localhost/in',
    SIMULATOR_TOKEN: 'EAAx',
    LOG_LEVEL: 'loud',
  }
  assert.throws(
    () => toConfig(env),
    (error: ConfigError) => {
      const names = error.mistakes.map((line) => line.split(' ')[0])
      assert.deepEqual(names, [
        'SIMULATOR_PORT',
        'WHATSAPP_APP_SECRET',
        'WHATSAPP_VERIFY_TOKEN',
        'WEBHOOK_URL',
        'SIMULATOR_TOKEN',
        'LOG_LEVEL',
      ])
      return true
    },
  )
})

test('the real platform is never stood in for and never called', async () => {
  for (const env of [
    { WEBHOOK_URL: 'https://graph.facebook.com/v24.0/hook' },
    { WEBHOOK_URL: 'https://GRAPH.Facebook.com./hook' },
    { WEBHOOK_URL: 'https://media.whatsapp.net/hook' },
    { HOST: 'graph.facebook.com' },
  ]) {
    assert.throws(() => toConfig({ ...ENV, ...env }), /real platform/)
  }
  assert.ok(!isRealHost('notfacebook.com'))
  assert.ok(!isRealHost('facebook.com.example.org'))
  await assert.rejects(startSimulator(testConfig('https://graph.facebook.com/')), /real platform/)
})
