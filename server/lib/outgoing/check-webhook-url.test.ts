import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAllowedAddress } from './is-allowed-address.ts'
import { checkWebhookUrl, hostOf } from './check-webhook-url.ts'
import type { UrlProblem } from './check-webhook-url.ts'

const problem = (text: string, allowLocal = false) => checkWebhookUrl(text, { allowLocal }).problem

function refused(expected: UrlProblem, texts: string[], allowLocal = false) {
  for (const text of texts) {
    assert.equal(problem(text, allowLocal), expected, JSON.stringify(text.slice(0, 80)))
  }
}

test('ordinary public URLs are accepted', () => {
  const texts = [
    'https://hooks.example.com/in?x=1',
    'http://example.com',
    'https://example.com:8443/path',
    'https://example.com:3000/',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com./',
    'https://münchen.example/ü?q=ö',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]:443/hook',
    'https://a_b.example.com/@user',
    'https://localhost.example.com/',
  ]
  for (const text of texts) assert.equal(problem(text), undefined, text)
})

test('every spelling of a loopback or private address is rejected', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '127%2e0%2e0%2e1',
    '127.255.255.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[fd12::1]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'a.localhost',
    'localhost.localdomain',
    'postgres',
    'printer.local',
    'db.corp',
    'api.internal',
    'nas.lan',
    'ip6-localhost',
  ]
  refused(
    'private_target',
    hosts.map((host) => `http://${host}/`),
  )
})

test('metadata and reserved targets are rejected, even if local targets are allowed', () => {
  const hosts = [
    '0.0.0.0',
    '0',
    '0.1.2.3',
    '169.254.169.254',
    '0xa9fea9fe',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '198.18.0.1',
    '192.88.99.1',
    '192.0.2.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2001:0:1::1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[100::1]',
    '[5f00::1]',
    '[3fff::1]',
    '[2001:db8::1]',
    '[4000::1]',
    'metadata',
    'metadata.google.internal',
    'METADATA.google.internal.',
  ]
  for (const allowLocal of [false, true]) {
    refused(
      'private_target',
      hosts.map((host) => `http://${host}/`),
      allowLocal,
    )
  }
})

test('local targets are accepted when allowed', () => {
  const texts = [
    'http://localhost:4000/hook',
    'http://127.0.0.1:40123/',
    'http://[::1]:8080/',
    'http://10.1.2.3/',
    'http://receiver:9000/',
    'http://a.localhost/',
    'http://host.docker.internal:4000/',
  ]
  for (const text of texts) assert.equal(problem(text, true), undefined, text)
})

test('credentials, other schemes and malformed syntax are rejected, even if local targets are allowed', () => {
  for (const allowLocal of [false, true]) {
    refused(
      'credentials_in_url',
      ['http://example.com@127.0.0.1/', 'https://user:pw@host.example/', 'https://@host.example/'],
      allowLocal,
    )
    const schemes = ['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com:70/_']
    refused(
      'unsupported_scheme',
      [...schemes, 'javascript:alert(1)', 'data:text/plain,x', 'ws://example.com/', 'blob:x'],
      allowLocal,
    )
    refused(
      'invalid_url',
      [
        '',
        'example.com',
        '//example.com/',
        'http://',
        'http:///127.0.0.1',
        'http:127.0.0.1',
        'http:\\\\127.0.0.1',
        'http:/127.0.0.1',
        'http://exa mple.com/',
        'http://exa\tmple.com/',
        'http://exa\r\nmple.com/',
        'http://exa\0mple.com/',
        ' http://example.com/',
        'http://a..b/',
        'http://[fe80::1%25lo]/',
        'http://1.2.3.4.5/',
        'http://256.0.0.1/',
        'http://a!b.com/',
        'http://example.com:99999/',
        `http://${'a'.repeat(64)}.com/`,
        'http://./',
        'http://%00/',
      ],
      allowLocal,
    )
  }
})

test('ports of other services are rejected', () => {
  for (const port of [0, 22, 25, 110, 587, 5432, 6379, 11211, 27017]) {
    refused('blocked_port', [`http://example.com:${port}/`])
    refused('blocked_port', [`http://localhost:${port}/`], true)
  }
})

test('our own addresses are rejected', () => {
  const check = (text: string) =>
    checkWebhookUrl(text, {
      allowLocal: true,
      ownHosts: ['parley.example.com', 'localhost:3000', '[::1]:3000', 'secure.example:443'],
    }).problem
  assert.equal(check('https://parley.example.com/webhook/form'), 'own_address')
  assert.equal(check('https://PARLEY.example.com.:8443/'), 'own_address')
  assert.equal(check('http://localhost:3000/'), 'own_address')
  assert.equal(check('http://[::1]:3000/'), 'own_address')
  assert.equal(check('https://secure.example/'), 'own_address')
  assert.equal(check('http://localhost:3005/'), undefined)
  assert.equal(check('https://notparley.example.com/'), undefined)
})

test('a URL over 2,048 characters is rejected, even if only its encoded form is', () => {
  assert.equal(problem(`https://example.com/${'a'.repeat(2028)}`), undefined)
  refused('url_too_long', [
    `https://example.com/${'a'.repeat(2029)}`,
    `https://example.com/${'ü'.repeat(1000)}`,
    'a'.repeat(5_000_000),
  ])
})

test('no text throws, and an accepted URL is http(s) on an allowed host', () => {
  const host = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6().map((ip) => `[${ip}]`),
    fc.domain(),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ validSchemes: ['http', 'https', 'ftp'] }),
    fc
      .tuple(fc.constantFrom('http://', 'https:', 'http:\\\\', '//'), host, fc.string())
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(text, fc.boolean(), (candidate, allowLocal) => {
      const { url } = checkWebhookUrl(candidate, { allowLocal })
      if (!url) return
      assert.match(url.href, /^https?:\/\/[^@\\]+/)
      const name = hostOf(url)
      if (/^[\d.]+$|:/.test(name)) assert.ok(isAllowedAddress(name, { allowLocal }))
      else assert.match(name, allowLocal ? /./ : /\./)
    }),
    { numRuns: 3000 },
  )
})
