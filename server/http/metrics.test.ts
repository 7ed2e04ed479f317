import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createMetrics, createMetricsApp } from './metrics.ts'

const { context } = await openTestContext()

function openApp(metricsToken?: string) {
  const app = createMetricsApp(
    { ...context, config: { ...context.config, metricsToken } },
    { metrics },
  )
  return async (remoteAddress: string, authorization?: string, url = '/metrics') =>
    (await app.inject({ url, remoteAddress, headers: { ...(authorization && { authorization }) } }))
      .statusCode
}

const metrics = createMetrics()

test('without a token, only this machine reads the metrics', async () => {
  const ask = openApp()
  assert.equal(await ask('127.0.0.1'), 200)
  assert.equal(await ask('::1'), 200)
  assert.equal(await ask('::ffff:127.0.0.1'), 200)
  for (const address of ['10.0.0.7', '203.0.113.9', '2001:db8::1'])
    assert.equal(await ask(address), 401, address)
  assert.equal(await ask('10.0.0.7', undefined, '/health/live'), 200)
})

test('with a token, everybody needs it', async () => {
  const token = 'a-long-metrics-token'
  const ask = openApp(token)
  assert.equal(await ask('10.0.0.7', `Bearer ${token}`), 200)
  for (const authorization of [undefined, `Bearer ${token}x`, `Bearer ${token.slice(1)}`, token])
    for (const address of ['127.0.0.1', '10.0.0.7'])
      assert.equal(await ask(address, authorization), 401, `${address} ${authorization}`)
  assert.equal(await ask('10.0.0.7', undefined, '/health/ready'), 200)
})
