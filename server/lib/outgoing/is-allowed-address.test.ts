import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import os, { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowedAddress, isAllowedName, isAllowedPort } from './is-allowed-address.ts'

const allowed = (address: string, allowLocal = false) => isAllowedAddress(address, { allowLocal })

const LOCAL = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '0:0:0:0:0:0:0:1',
  '10.0.0.0',
  '10.255.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.255.255',
  'fc00::1',
  'fd12:3456::1',
]

/** The addresses at which the named clouds serve metadata, credentials and similar services. */
const CLOUD = [
  '169.254.169.254',
  '169.254.169.253',
  '169.254.169.123',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::253',
  'fd00:ec2::123',
  'fd00:ec2::23',
  'fd00:ec2::ffff:1',
  '168.63.129.16',
  'fd20:ce::254',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  '100.100.100.200',
  'fd00:100::100:200',
  '169.254.0.23',
  '169.254.10.10',
  '169.254.42.42',
  'fd00:42::42',
  'fd00:a9fe:a9fe::1',
  'fe80::a9fe:a9fe',
]

const NEVER = [
  ...CLOUD,
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.170.2',
  '169.254.255.255',
  'fe80::1',
  'febf::1',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:7f00:1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2001:0:1::1',
  'fec0::1',
  '100::1',
  '5f00::1',
  '3fff::1',
  '2001:db8::1',
  '4000::1',
  '2001:20::1',
  '2001:10::1',
  '64:ff9b:1:ffff::1',
  '2001::1',
  '2001:1::1',
  '2001:2::1',
  '2001:3::1',
  '2001:4:112::1',
  '2001:30::1',
  '2001:1ff:ffff::1',
  '2620:4f:8000::1',
  '2606:4700::5efe:7f00:1',
  '2606:4700::200:5efe:a9fe:a9fe',
  '1fff::1',
  '::1:0:0',
  '::2',
  'feff::1',
  'ffff::1',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '192.0.0.1',
  '192.0.0.255',
  'fe80::1%lo',
  '::1%lo',
  '2606:4700::1%1',
]

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::200e',
  '2400:cb00::1',
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

test('metadata, reserved and embedding addresses are rejected even if local targets are allowed', () => {
  for (const address of NEVER) {
    assert.equal(allowed(address), false, address)
    assert.equal(allowed(address, true), false, address)
  }
})

test('an address that is not canonical is rejected', () => {
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

test('a public address of this machine counts as local', (t) => {
  const interfaces = {
    eth0: [{ address: '8.8.4.4' }, { address: '2606:4700::a' }, { address: 'fe80::1' }],
  }
  t.mock.method(os, 'networkInterfaces', () => interfaces)
  syncBuiltinESMExports()
  for (const address of ['8.8.4.4', '2606:4700::a', '2606:4700:0:0:0:0:0:000A']) {
    assert.equal(allowed(address), false, address)
    assert.equal(allowed(address, true), true, address)
  }
  assert.equal(allowed('8.8.4.5'), true)
  t.mock.restoreAll()
  syncBuiltinESMExports()
  assert.equal(allowed('8.8.4.4'), true)
})

test('the ports we listen on are never allowed on this machine, even if local targets are', () => {
  const at = (address: string, port: number) =>
    isAllowedAddress(address, { allowLocal: true, ownPorts: [3000, 3001] }, port)
  const here = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map((each) => each.address)
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', ...here]) {
    for (const port of [3000, 3001]) assert.equal(at(address, port), false, `${address} ${port}`)
  }
  assert.equal(at('127.0.0.1', 3002), true)
  assert.equal(at('10.99.99.99', 3000), true)
  assert.equal(at('8.8.8.8', 3000), true)
})

test('no range besides the global one is allowed: a sample of every /8', () => {
  for (let first = 0; first < 256; first++) {
    const address = `${first.toString(16)}01::1`
    assert.equal(allowed(address), first >= 0x20 && first < 0x40 && address !== '2001::1', address)
  }
  const closed = new Set<string>()
  for (let first = 0; first < 256; first++)
    for (const second of [0, 18, 64, 88, 100, 168, 254])
      if (!allowed(`${first}.${second}.0.1`)) closed.add(first + (second === 0 ? '' : '.n'))
  const whole = [0, 10, 127, ...Array.from({ length: 32 }, (_, index) => 224 + index)]
  for (const first of whole) assert.ok(closed.has(`${first}`) && closed.has(`${first}.n`))
  const parts = [...closed].filter((each) => !whole.includes(Number.parseInt(each, 10)))
  assert.deepEqual(parts, ['100.n', '169.n', '172.n', '192', '192.n', '198.n'])
})

test('names of metadata services are rejected, and names of the local network unless it is allowed', () => {
  const metadata = [
    'metadata',
    'instance-data',
    'metadata.google.internal',
    'x.metadata.google.internal',
    'metadata.goog',
    'instance-data.ec2.internal',
    'metadata.azure.internal',
    'rancher-metadata',
    'metadata.tencentyun.com',
    'metadata.packet.net',
    'metadata.platformequinix.com',
    'api.metadata.cloud.ibm.com',
  ]
  for (const name of metadata) {
    assert.equal(isAllowedName(name, { allowLocal: false }), false, name)
    assert.equal(isAllowedName(name, { allowLocal: true }), false, name)
  }
  const local = [
    'localhost',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'postgres',
    'db.corp',
    'printer.local',
    'api.internal',
    'nas.lan',
    'nas.home',
    'router.home.arpa',
    'a.private',
    'intranet',
    'wiki.intranet',
    'kubernetes.default.svc',
    'api.ns.svc.cluster.local',
    'host.docker.internal',
    'ip-10-0-0-1.ec2.internal',
  ]
  for (const name of local) {
    assert.equal(isAllowedName(name, { allowLocal: false }), false, name)
    assert.equal(isAllowedName(name, { allowLocal: true }), true, name)
  }
  for (const name of ['example.com', 'localhost.example.com', 'metadata.example.com', 'corp.io'])
    assert.equal(isAllowedName(name, { allowLocal: false }), true, name)
})

test('ports of other services are rejected, those of the web and of applications are allowed', () => {
  for (let port = 0; port < 1024; port++)
    assert.equal(isAllowedPort(port), port === 80 || port === 443, String(port))
  for (const port of [2375, 3306, 5432, 6379, 9200, 10_250, 11_211, 27_017])
    assert.equal(isAllowedPort(port), false, String(port))
  for (const port of [1024, 3000, 4000, 5000, 8000, 8080, 8443, 9000, 65_535])
    assert.equal(isAllowedPort(port), true, String(port))
})

test('no IPv6 address that embeds an IPv4 address is allowed, in any form', () => {
  const embeddings = [
    '::',
    '::ffff:',
    '::ffff:0:',
    '64:ff9b::',
    '64:ff9b:1::',
    '64:ff9b:1:2:3:4:',
    '2606:4700::5efe:',
    '2606:4700::200:5efe:',
  ]
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom(...embeddings), (address, prefix) => {
      assert.equal(allowed(prefix + address, true), address === '0.0.0.1' && prefix === '::')
    }),
  )
})

test('every address gets a result', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.boolean(), (address, allowLocal) => {
      assert.equal(typeof allowed(address, allowLocal), 'boolean')
    }),
    { numRuns: 2000 },
  )
})
