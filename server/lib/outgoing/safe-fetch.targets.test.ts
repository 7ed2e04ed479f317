import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createSafeFetch } from './safe-fetch.ts'
import type { SafeFetchOptions, SafeResponse } from './safe-fetch.ts'
import { lookupAllowed } from './lookup-allowed.ts'
import { createCertificate } from '../testing/create-certificate.ts'
import { waitFor } from '#test/wait-for.ts'
import { startDnsServer } from '../testing/start-dns-server.ts'
import type { DnsZone } from '../testing/start-dns-server.ts'
import { listen } from '../testing/listen.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
)

/** A server on every address of the machine that counts who reaches it. */
async function sink(t: TestContext) {
  const reached = { count: 0 }
  const port = await listen(
    t,
    createTcpServer(() => reached.count++),
    '::',
  )
  return { port, reached }
}

async function named(t: TestContext, zone: DnsZone, options: Partial<SafeFetchOptions> = {}) {
  const dns = await startDnsServer(zone)
  const client = createSafeFetch({ allowLocal: false, dnsServers: [dns.server], ...options })
  t.after(dns.close)
  t.after(client.close)
  const fetch = (
    url: string,
    { timeoutMs = 5000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ) => client.fetch({ url, timeoutMs, ...(signal && { signal }) })
  return { fetch, dns }
}

const word = (response: SafeResponse) => (response.ok ? response.status : response.error)

test('no address or name of this machine is reached, in any spelling', async (t) => {
  const { port, reached } = await sink(t)
  const client = createSafeFetch({ allowLocal: false })
  t.after(client.close)
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '127%2e0%2e0%2e1',
    '0.0.0.0',
    '0',
    '127.255.255.254',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:0:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'a.localhost',
    'ip6-localhost',
    '①②⑦.0.0.1',
  ]
  for (const host of hosts) {
    const response = await client.fetch({ url: `http://${host}:${port}/`, timeoutMs: 60_000 })
    assert.equal(word(response), 'blocked_target', host)
  }
  for (const url of [
    `http://a.example@127.0.0.1:${port}/`,
    `http:127.0.0.1:${port}`,
    'file:///etc/hosts',
  ]) {
    assert.equal(word(await client.fetch({ url })), 'invalid_url', url)
  }
  assert.equal(reached.count, 0)
})

test('a name that resolves to an internal address is rejected, for every record type', async (t) => {
  const { port, reached } = await sink(t)
  const { fetch } = await named(t, {
    'a.example.com': { a: ['127.0.0.1'] },
    'aaaa.example.com': { aaaa: ['::1'] },
    'mixed.example.com': { a: ['8.8.8.8', '127.0.0.1'] },
    'both.example.com': { a: ['8.8.8.8'], aaaa: ['::1'] },
    'chain.example.com': { cname: 'inside.example.net', a: ['10.0.0.1'] },
    'mapped.example.com': { aaaa: ['::ffff:7f00:1'] },
    'nat64.example.com': { aaaa: ['64:ff9b::7f00:1'] },
    'metadata.example.com': { a: ['169.254.169.254'] },
    'azure.example.com': { a: ['168.63.129.16'] },
  })
  for (const name of [
    'a',
    'aaaa',
    'mixed',
    'both',
    'chain',
    'mapped',
    'nat64',
    'metadata',
    'azure',
  ]) {
    const response = await fetch(`http://${name}.example.com:${port}/`)
    assert.equal(word(response), 'blocked_target', name)
    assert.ok(!response.ok && !/\d/.test(response.message), 'the message reveals an address')
  }
  assert.equal(reached.count, 0)
})

test('metadata cannot be reached even if local targets are allowed', async (t) => {
  const { fetch } = await named(
    t,
    {
      'metadata.example.com': { a: ['169.254.169.254'] },
      'mapped.example.com': { aaaa: ['::ffff:a9fe:a9fe'] },
      'mixed.example.com': { a: ['127.0.0.1', '169.254.169.254'] },
    },
    { allowLocal: true },
  )
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
    assert.equal(word(await fetch(`http://${host}/`)), 'blocked_target', host)
  }
  for (const name of ['metadata', 'mapped', 'mixed']) {
    assert.equal(word(await fetch(`http://${name}.example.com/`)), 'blocked_target', name)
  }
})

test('a name that changes between two attempts is checked at each', async (t) => {
  const zone: DnsZone = { 'flip.example.com': { a: ['127.0.0.1'] } }
  const { fetch, dns } = await named(t, zone, { allowLocal: true })
  const port = await listen(
    t,
    createServer((_request, response) => response.setHeader('Connection', 'close').end()),
  )
  const url = `http://flip.example.com:${port}/`
  assert.equal(word(await fetch(url)), 200)
  assert.deepEqual(dns.questions.toSorted(), ['flip.example.com A', 'flip.example.com AAAA'])
  zone['flip.example.com'] = { a: ['169.254.169.254'] }
  assert.equal(word(await fetch(url)), 'blocked_target')
  assert.equal(dns.questions.length, 4)
})

test('a name that cannot be resolved is distinguished from one that does not exist', async (t) => {
  const { fetch } = await named(t, {
    'servfail.example.com': { rcode: 2 },
    'refused.example.com': { rcode: 5 },
    'empty.example.com': {},
    'silent.example.com': { silent: true },
  })
  assert.equal(word(await fetch('http://servfail.example.com/')), 'dns_failed')
  assert.equal(word(await fetch('http://refused.example.com/')), 'dns_failed')
  assert.equal(word(await fetch('http://empty.example.com/')), 'dns_not_found')
  assert.equal(word(await fetch('http://unknown.example.com/')), 'dns_not_found')
  assert.equal(word(await fetch('http://silent.example.com/', { timeoutMs: 200 })), 'timeout')
})

test('a lookup that failed during a pause of this process is repeated', async (t) => {
  const zone: DnsZone = { 'late.example.com': { silent: true } }
  const { fetch, dns } = await named(t, zone, { allowLocal: true })
  const port = await listen(
    t,
    createServer((_request, response) => response.end()),
  )
  const fetching = fetch(`http://late.example.com:${port}/`, { timeoutMs: 60_000 })
  await waitFor(() => dns.questions.length >= 2)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  // A lookup asks twice for both families.
  await waitFor(() => dns.questions.length > 4)
  zone['late.example.com'] = { a: ['127.0.0.1'] }
  assert.equal(word(await fetching), 200)
})

test('names are resolved as they are, without search domains', async (t) => {
  const { fetch, dns } = await named(t, {}, { allowLocal: true })
  await fetch('http://receiver/')
  await fetch('http://a.example.com./')
  assert.deepEqual(
    new Set(dns.questions.map((question) => question.split(' ')[0])),
    new Set(['receiver', 'a.example.com']),
  )
})

test('only checked addresses are connected to, whatever the DNS server returns later', async (t) => {
  const good = await listen(
    t,
    createServer((_request, response) => response.setHeader('Connection', 'close').end('good')),
    '127.0.0.2',
  )
  const bad = createTcpServer(() => assert.fail('the address of a later answer was reached'))
  bad.listen(good, '127.0.0.3')
  t.after(() => bad.close())
  const { fetch, dns } = await named(
    t,
    { 'rebind.example.com': (asked) => ({ a: [asked < 2 ? '127.0.0.2' : '127.0.0.3'] }) },
    { allowLocal: true },
  )
  assert.equal(word(await fetch(`http://rebind.example.com:${good}/`)), 200)
  assert.equal(dns.questions.length, 2)
})

test('a reused connection stays at the address that was checked', async (t) => {
  let connections = 0
  let atRequest = () => {}
  const server = createServer((_request, response) => {
    atRequest()
    response.end()
  })
  server.on('connection', () => connections++)
  const port = await listen(t, server)
  const zone: DnsZone = { 'moved.example.com': { a: ['127.0.0.1'] } }
  const { fetch } = await named(t, zone, { allowLocal: true })
  const url = `http://moved.example.com:${port}/`
  assert.equal(word(await fetch(url)), 200)
  zone['moved.example.com'] = { a: ['169.254.169.254'] }
  assert.equal(word(await fetch(url)), 200)
  assert.equal(connections, 1)
  const now = performance.now.bind(performance)
  // The connection becomes old during a request: one that was idle for that long is not used either.
  atRequest = () => t.mock.method(performance, 'now', () => now() + 61_000)
  assert.equal(word(await fetch(url)), 200)
  assert.equal(word(await fetch(url)), 'blocked_target', 'an old connection is not used again')
  assert.equal(connections, 1)
})

test('all addresses of a name with hundreds are checked, and a few of them are tried', async (t) => {
  const a = Array.from({ length: 250 }, (_, index) => `8.8.${index}.1`)
  const aaaa = Array.from({ length: 250 }, (_, index) => `2606:4700::${index + 1}`)
  const dns = await startDnsServer({
    'many.example.com': { a, aaaa },
    'one.example.com': { a: [...a, '169.254.169.254'], aaaa },
  })
  t.after(dns.close)
  const lookup = (host: string) =>
    lookupAllowed({ host, port: 443 }, AbortSignal.timeout(5000), {
      allowLocal: false,
      dnsServers: [dns.server],
    })
  const few = await lookup('many.example.com')
  assert.deepEqual(few.map(isIP), [4, 4, 4, 4, 6, 6, 6, 6])
  await assert.rejects(lookup('one.example.com'), { word: 'blocked_target' })
})

test('aliases that lead nowhere or in a circle have no addresses', async (t) => {
  const { fetch } = await named(t, {
    'loop.example.com': { cname: 'loop.example.com' },
    'nowhere.example.com': { cname: 'absent.example.com' },
  })
  assert.equal(word(await fetch('http://loop.example.com/')), 'dns_not_found')
  assert.equal(word(await fetch('http://nowhere.example.com/')), 'dns_not_found')
})

test('an address family without a DNS answer delays the other one only briefly', async (t) => {
  const port = await listen(
    t,
    createServer((_request, response) => response.end()),
  )
  const { fetch, dns } = await named(
    t,
    { 'half.example.com': { a: ['127.0.0.1'], silent: 'AAAA' } },
    { allowLocal: true },
  )
  const response = await fetch(`http://half.example.com:${port}/`)
  assert.equal(word(response), 200)
  // The resolver repeats a question after 1.5 s.
  assert.deepEqual(dns.questions.toSorted(), ['half.example.com A', 'half.example.com AAAA'])
})

test('slow names do not delay other requests', async (t) => {
  const { fetch } = await named(
    t,
    { 'slow.example.com': { silent: true }, 'quick.example.com': { a: ['127.0.0.1'] } },
    { allowLocal: true },
  )
  const port = await listen(
    t,
    createServer((_request, response) => response.end()),
  )
  const slowUrl = 'http://slow.example.com/'
  const stop = new AbortController()
  let ended = 0
  const slow = Array.from({ length: 40 }, () =>
    fetch(slowUrl, { signal: stop.signal }).finally(() => (ended += 1)),
  )
  assert.equal(word(await fetch(`http://quick.example.com:${port}/`)), 200)
  assert.equal(ended, 0, 'the quick name is answered first')
  stop.abort()
  for (const response of await Promise.all(slow)) assert.equal(word(response), 'aborted')
  assert.equal(word(await fetch(slowUrl, { timeoutMs: 100 })), 'timeout')
})

test('localhost needs no DNS server when local targets are allowed', async (t) => {
  const { fetch, dns } = await named(t, {}, { allowLocal: true })
  const port = await listen(
    t,
    createServer((_request, response) => response.end()),
  )
  assert.equal(word(await fetch(`http://localhost:${port}/`)), 200)
  assert.equal(word(await fetch(`http://hooks.localhost:${port}/`)), 200)
  assert.deepEqual(dns.questions, [])
})

test('the next address is tried when one does not answer', { skip: !hasIpv6 }, async (t) => {
  const { fetch } = await named(
    t,
    { 'two.example.com': { a: ['127.0.0.1'], aaaa: ['::1'] } },
    { allowLocal: true },
  )
  const port = await listen(
    t,
    createServer((_request, response) => response.end()),
    '::1',
  )
  assert.equal(word(await fetch(`http://two.example.com:${port}/`)), 200)
})

test('our own address is rejected', async (t) => {
  const { fetch } = await named(t, {}, { ownHosts: ['parley.example.com'] })
  assert.equal(word(await fetch('https://parley.example.com/api')), 'blocked_target')
})

test('a port that we listen on cannot be reached on this machine, by any name', async (t) => {
  const { port, reached } = await sink(t)
  const { fetch } = await named(
    t,
    { 'ours.example.com': { a: ['127.0.0.1'] }, 'also.example.com': { aaaa: ['::1'] } },
    { allowLocal: true, ownPorts: [port] },
  )
  const own = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  )
  const hosts = ['127.0.0.1', '127.3.2.1', 'localhost', 'a.localhost', 'ours.example.com']
  for (const host of [...hosts, '[::1]', 'also.example.com', ...own]) {
    assert.equal(word(await fetch(`http://${host}:${port}/`)), 'blocked_target', host)
  }
  assert.equal(reached.count, 0)
})

test('proxy and TLS settings of the environment have no effect', async (t) => {
  const { port: proxy, reached } = await sink(t)
  const port = await listen(
    t,
    createServer((_request, response) => response.end('direct')),
  )
  const certificate = createCertificate({ dnsName: 'localhost', fromYear: 2020, untilYear: 2090 })
  const securePort = await listen(
    t,
    createTlsServer(certificate, (_q, response) => response.end()),
  )
  const url = new URL('safe-fetch.ts', import.meta.url).href
  const script = `
    const { createSafeFetch } = await import(${JSON.stringify(url)})
    const { fetch, close } = createSafeFetch({ allowLocal: true })
    const plain = await fetch({ url: 'http://localhost:${port}/' })
    const secure = await fetch({ url: 'https://localhost:${securePort}/' })
    console.log(JSON.stringify([plain.body.toString(), secure.error]))
    await close()
  `
  const proxyUrl = `http://127.0.0.1:${proxy}`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      env: {
        HTTP_PROXY: proxyUrl,
        http_proxy: proxyUrl,
        HTTPS_PROXY: proxyUrl,
        ALL_PROXY: proxyUrl,
        NODE_USE_ENV_PROXY: '1',
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
      },
    },
  )
  assert.deepEqual(JSON.parse(stdout), ['direct', 'certificate_untrusted'])
  assert.equal(reached.count, 0)
})
