import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInNetworks, isNetwork } from './is-in-networks.ts'

test('addresses and subnets are networks, and nothing else', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::/0'])
    assert.equal(isNetwork(text), true, text)
  for (const text of [
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '::/129',
    'a.example',
    '1.2.3.4/8/8',
  ])
    assert.equal(isNetwork(text), false, text)
})

test('an address is matched by itself, by its subnet, and in the form of IPv6', () => {
  const networks = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32']
  for (const address of ['203.0.113.7', '10.9.8.7', '::ffff:10.9.8.7', '2001:db8:1::9'])
    assert.equal(isInNetworks(address, networks), true, address)
  for (const address of ['203.0.113.8', '11.0.0.1', '::ffff:11.0.0.1', '2001:db9::1', 'nonsense'])
    assert.equal(isInNetworks(address, networks), false, address)
})
