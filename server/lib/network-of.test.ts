import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, wideNetworkOf } from './network-of.ts'

test('the addresses that one caller can choose from are one network', () => {
  for (const [address, network, wide] of [
    ['192.0.2.7', '192.0.2.7', '192.0.2'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8:1:2::9', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
  ] as const)
    assert.deepEqual([networkOf(address), wideNetworkOf(address)], [network, wide], address)
})
