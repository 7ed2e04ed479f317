import type { DnsAnswer } from '#lib/testing/start-dns-server.ts'

/** The domain of the attacker's names. */
export const ZONE = 'attacker.example'

/** A target: `url` with `PORT` for the port of a sink. */
export type Target = {
  group: string
  url: string
  /** Whether the target is on this machine, so that it would reach a sink without the protection. */
  isHere: boolean
  /** Whether ALLOW_LOCAL_WEBHOOKS=true allows it to be registered. */
  isLocal: boolean
}

/** Spellings of this machine's loopback addresses that are allowed with local targets. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0177.0.0.1',
  '017700000001',
  '0x7f.0.0.0x1',
  '127.0.0.1.',
  '127%2e0%2e0%2e1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127.255.255.254',
  '127.0.0.2',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::0.0.0.1]',
  'localhost',
  'localhost.',
  'LOCALHOST',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'a.localhost',
  'loc\u00adalhost',
]

/** Addresses of this machine that are never allowed. */
const HERE_NEVER = ['0', '0.0.0.0', '0x0', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]']

const PRIVATE = [
  '10.0.0.0',
  '10.255.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.0.0',
  '192.168.255.255',
  '[fc00::1]',
  '[fd12:3456::1]',
  '0xa.1',
  '3232235777',
]

const METADATA = [
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.169.123',
  '169.254.42.42',
  '169.254.0.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
  '[fd00:c1::a9fe:a9fe]',
  '[fd00:42::42]',
  '[fd00:100::100:200]',
  '[fd00:a9fe:a9fe::1]',
  '[fe80::a9fe:a9fe]',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::169.254.169.254]',
  'metadata.google.internal',
  'METADATA.google.internal.',
  'metadata',
  'metadata.goog',
  'instance-data',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
]

const RESERVED = [
  '0.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:7f00:1]',
  '[::127.0.0.1]',
  '[::8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:7f00:1::]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:2::1]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[5f00::1]',
  '[3fff::1]',
  '[4000::1]',
  '[8000::1]',
  '[2606:4700::5efe:7f00:1]',
]

const SYNTAX = [
  'http://example.com@127.0.0.1:PORT/',
  'http://user:pw@127.0.0.1:PORT/',
  'http://@127.0.0.1:PORT/',
  'http:127.0.0.1:PORT',
  'http:/127.0.0.1:PORT',
  'http:///127.0.0.1:PORT/',
  'http:////127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http://example.com\\@127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  'http://127.0.0.1\t:PORT/',
  'http://127.0.0.1\r\n:PORT/',
  'http://127.0.0.1 :PORT/',
  ' http://127.0.0.1:PORT/',
  'ht\ntp://127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/\u0085',
  'http://[::1%25lo]:PORT/',
  'http://[fe80::1%25lo]:PORT/',
  'http://[::1/',
  'http://::1:PORT/',
  'http://127.0.0.1.:PORT:80/',
  'http://1.2.3.4.5:PORT/',
  'http://256.0.0.1:PORT/',
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_x',
  'data:text/plain,x',
  'javascript:alert(1)',
  'ws://127.0.0.1:PORT/',
  'unix:/var/run/docker.sock',
  'blob:http://127.0.0.1:PORT/',
  'http://127.0.0.1%00.example.com:PORT/',
  'http://127.0.0.1%2f@example.com:PORT/',
  `http://127.0.0.1:PORT/${'a'.repeat(2048)}`,
]

const NAMES = [
  'ip6-localhost',
  'localhost.localdomain',
  'postgres',
  'db.corp',
  'printer.local',
  'nas.lan',
  'api.internal',
  'host.docker.internal',
  'kubernetes.default.svc',
  'router.home.arpa',
]

const OTHER_PORTS = [0, 22, 25, 110, 465, 587, 1023, 2375, 3306, 5432, 6379, 9200, 11_211, 27_017]

/**
 * Names that resolve to internal addresses. A name that is registered with a harmless address changes to one of these
 * later.
 */
export const INSIDE: Record<string, DnsAnswer> = {
  a: { a: ['127.0.0.1'] },
  aaaa: { aaaa: ['::1'] },
  'any-loopback': { a: ['127.200.100.50'] },
  zero: { a: ['0.0.0.0'] },
  unspecified: { aaaa: ['::'] },
  'public-and-private': { a: ['8.8.8.8', '127.0.0.1'] },
  'private-and-public': { a: ['127.0.0.1', '8.8.8.8'] },
  'public-a-private-aaaa': { a: ['8.8.8.8'], aaaa: ['::1'] },
  'private-a-public-aaaa': { a: ['127.0.0.1'], aaaa: ['2606:4700::1111'] },
  alias: { cname: 'localhost', a: ['127.0.0.1'] },
  'alias-inside': { cname: 'db.internal', a: ['10.0.0.5'] },
  mapped: { aaaa: ['::ffff:7f00:1'] },
  'mapped-metadata': { aaaa: ['::ffff:a9fe:a9fe'] },
  nat64: { aaaa: ['64:ff9b::7f00:1'] },
  'nat64-local': { aaaa: ['64:ff9b:1::a9fe:a9fe'] },
  '6to4': { aaaa: ['2002:7f00:1::'] },
  metadata: { a: ['169.254.169.254'] },
  'metadata-aws-6': { aaaa: ['fd00:ec2::254'] },
  'metadata-google-6': { aaaa: ['fd20:ce::254'] },
  'metadata-azure': { a: ['168.63.129.16'] },
  'metadata-alibaba': { a: ['100.100.100.200'] },
  'link-local': { aaaa: ['fe80::1'] },
  'site-local': { aaaa: ['fec0::1'] },
  'unique-local': { aaaa: ['fd12:3456::1'] },
  'ten-net': { a: ['10.1.2.3'] },
  'cgn-net': { a: ['100.64.1.1'] },
  broadcast: { a: ['255.255.255.255'] },
  many: { a: [...Array.from({ length: 200 }, (_, index) => `8.8.4.${index + 1}`), '127.0.0.1'] },
}

/** Names that resolve to nothing usable: they can be registered, but no attempt passes the lookup. */
export const NOWHERE: Record<string, DnsAnswer> = {
  absent: { rcode: 3 },
  servfail: { rcode: 2 },
  refused: { rcode: 5 },
  empty: {},
  'alias-loop': { cname: 'alias-loop.attacker.example' },
  'alias-to-nothing': { cname: 'absent.attacker.example' },
}

const HERE = /^(127\.|0\.0\.0\.0$|::1?$|::ffff:7f)/
const OPENED = /^(127\.|10\.|8\.8\.|2606:4700:|::1$|fd12:)/

/** Lists the names of `INSIDE`, with `prefix` before each, at a sink's port. */
export function listNames(port: number, prefix = ''): Target[] {
  return Object.entries(INSIDE).map(([name, { a = [], aaaa = [] }]) => ({
    group: `names that lead inside${prefix && ', from the retry on'}`,
    url: `http://${prefix}${name}.${ZONE}:${port}/hook`,
    isHere: [...a, ...aaaa].every((address) => HERE.test(address)),
    isLocal: [...a, ...aaaa].every((address) => OPENED.test(address)),
  }))
}

/** Lists everything that is refused at registration, at the port of a sink and at those of our own processes. */
export function listTargets(
  port: number,
  given: { ownHosts: string[]; ownPorts: number[] },
): Target[] {
  const here = (group: string, hosts: string[], flags: { isHere: boolean; isLocal: boolean }) =>
    hosts.map((host) => ({ group, url: `http://${host}:${port}/hook`, ...flags }))
  const never = { isHere: false, isLocal: false }
  const isUniqueLocal = (host: string) =>
    /^\[f[cd]|^10\.|^172\.(1[6-9]|2\d|3[01])\.|^192\.168\./.test(host)
  const plain = (url: string) => url.replaceAll('PORT', String(port))
  return [
    ...here('loopback, by address and name', LOOPBACK, { isHere: true, isLocal: true }),
    ...here('this machine, by addresses never opened', HERE_NEVER, {
      isHere: true,
      isLocal: false,
    }),
    ...given.ownHosts
      .filter((host) => !/^127\.|^\[::1\]/.test(host))
      .flatMap((host) =>
        here('addresses of this machine', [host], { isHere: true, isLocal: isUniqueLocal(host) }),
      ),
    ...here('private networks', PRIVATE, { isHere: false, isLocal: true }),
    ...here('metadata services', METADATA, never),
    ...METADATA.map((host) => ({ group: 'metadata services', url: `http://${host}/`, ...never })),
    ...here('reserved, embedding and other ranges', RESERVED, never),
    ...SYNTAX.map((url) => ({ group: 'syntax', url: plain(url), ...never })),
    ...here('names of local networks', NAMES, { isHere: false, isLocal: true }),
    ...['127.0.0.1', '[::1]', 'localhost', 'a.localhost', '127.8.8.8'].flatMap((host) =>
      given.ownPorts.map((own) => ({
        group: 'ports of our own',
        url: `http://${host}:${own}/`,
        ...never,
      })),
    ),
    ...OTHER_PORTS.flatMap((other) =>
      ['127.0.0.1', 'example.com'].map((host) => ({
        group: 'ports of other services',
        url: `http://${host}:${other}/`,
        ...never,
      })),
    ),
  ]
}
