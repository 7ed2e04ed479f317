import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { customerUrlRules } from './customer-url-rules.ts'
import { isAllowedAddress } from './is-allowed-address.ts'

const { context } = await openTestContext()

test('where local addresses are allowed, no port of this service or of its databases is', () => {
  const config = {
    ...context.config,
    allowLocalWebhooks: true,
    metricsPort: 9464,
    database: {
      ...context.config.database,
      url: 'postgres://user:word@127.0.0.1:5303/parley',
      directUrl: 'postgres://user@127.0.0.1:5304,127.0.0.1:5305/parley',
      replicaUrls: ['postgres://127.0.0.1:5306/parley'],
      shards: [
        {
          name: 'b',
          url: 'postgres://127.0.0.1/parley',
          directUrl: 'postgres://127.0.0.1:5307/parley',
          replicaUrls: ['postgres://127.0.0.1:5308/parley'],
          prepared: true,
        },
      ],
    },
  }
  const rules = customerUrlRules(config)
  const isAllowed = (port: number) => isAllowedAddress('127.0.0.1', rules, port)
  for (const port of [5303, 5304, 5305, 5306, 5307, 5308, 5432, 9464, config.port])
    assert.equal(isAllowed(port), false, String(port))
  assert.equal(isAllowed(5309), true)
  const { url } = context.config.database
  assert.ok(customerUrlRules(context.config).ownPorts!.includes(Number(new URL(url!).port)))
})
