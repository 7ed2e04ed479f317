import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowedAddress } from './private-targets.ts'

const allowed = (address: string, allowLocal = false) => isAllowedAddress(address, { allowLocal })

const LOCAL = [
  ...['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  ...['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255'],
  ...['192.168.0.0', '192.168.255.255', 'fc00::1', 'fd12:3456::1'],
]

const NEVER = [
  ...['0.0.0.0', '0.1.2.3', '::'],
  ...['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  ...['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255', 'fe80::1', 'febf::1'],
  ...['168.63.129.16', 'fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', '192.0.0.192'],
  ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '192.88.99.1', '198.18.0.1', '198.19.255.255'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:7f00:1', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::1', '2002:7f00:1::1', '2001:0:1::1'],
  ...[
    'fec0::1',
    '100::1',
    '5f00::1',
    '3fff::1',
    '2001:db8::1',
    '4000::1',
    '2001:20::1',
    '2001:10::1',
  ],
  ...['fe80::1%lo', '::1%lo', '2606:4700::1%1'],
]

const PUBLIC = [
  ...['8.8.8.8', '1.1.1.1', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0'],
  ...['192.167.255.255', '192.169.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '168.63.129.15', '169.253.255.255', '169.255.0.0', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450:4001::200e', '2400:cb00::1'],
]

test('public addresses are allowed', () => {
  for (const address of PUBLIC) assert.ok(allowed(address), address)
})

test('local addresses are allowed only when local targets are', () => {
  for (const address of LOCAL) {
    assert.equal(allowed(address), false, address)
    assert.equal(allowed(address, true), true, address)
  }
})

test('metadata, reserved and embedding addresses are refused even when local targets are allowed', () => {
  for (const address of NEVER) {
    assert.equal(allowed(address), false, address)
    assert.equal(allowed(address, true), false, address)
  }
})

test('what is no canonical address is refused', () => {
  for (const text of [
    '',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '8.8.8.8.',
    '[::1]',
    'a.b',
  ]) {
    assert.equal(allowed(text, true), false, text)
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => !allowed(text, true) || isIP(text) > 0),
  )
})

test('no IPv6 address that embeds an IPv4 one is allowed, whichever way', () => {
  const embeddings = ['::', '::ffff:', '::ffff:0:', '64:ff9b::']
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...embeddings), (address, prefix) => {
      assert.equal(allowed(prefix + address, true), address === '0.0.0.1' && prefix === '::')
    }),
  )
})

test('every address gets an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.boolean(), (address, allowLocal) => {
      assert.equal(typeof allowed(address, allowLocal), 'boolean')
    }),
    { numRuns: 2000 },
  )
})
