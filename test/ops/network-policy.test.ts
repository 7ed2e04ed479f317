import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { isInNetworks } from '#lib/is-in-networks.ts'
import { isAllowedAddress } from '#lib/outgoing/is-allowed-address.ts'
import { findProgram } from '../require-programs.ts'
import { MINIMAL, render } from './helm-chart.ts'
import type { Resource } from './helm-chart.ts'

type Peer = {
  ipBlock?: { cidr: string; except?: string[] }
  podSelector?: unknown
  namespaceSelector?: unknown
}
type Rule = { ports?: { protocol: string; port: number }[]; from?: Peer[]; to?: Peer[] }
type Policy = {
  podSelector: { matchLabels: Record<string, string>; matchExpressions: { values: string[] }[] }
  policyTypes: string[]
  ingress: Rule[]
  egress: Rule[]
}

/** Addresses of every kind of network, by what is in it. */
const ADDRESSES = [
  '1.1.1.1',
  '8.8.8.8',
  '52.95.110.1',
  '157.240.1.1',
  '203.1.113.9',
  '223.255.255.1',
  '2606:4700::1111',
  '2a03:2880:f0::1',
  // Metadata services and platforms of cloud providers.
  '169.254.169.254',
  '169.254.170.2',
  '169.254.20.10',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fe80::a9fe:a9fe',
  // Pods, services, and everything else in a private network.
  '10.0.0.1',
  '10.96.0.10',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '127.0.0.1',
  '0.0.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  'fc00::1',
  'fdff::1',
  'ff02::1',
  // IPv4 addresses in IPv6 ones.
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:0:a9fe:a9fe::1',
]

test('the networks that the chart blocks are those that the product refuses', () => {
  const chart = resolve(import.meta.dirname, '../../ops/helm/parley')
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8')) as {
    networkPolicy: { egress: { blocked: string[] } }
  }
  const { blocked } = values.networkPolicy.egress
  const isOpen = (address: string) =>
    !isInNetworks(address, blocked) && (isIP(address) === 4 || isInNetworks(address, ['2000::/3']))
  for (const address of ADDRESSES)
    assert.equal(isOpen(address), isAllowedAddress(address, { allowLocal: false }), address)
  for (const network of blocked) {
    const others = blocked.filter((each) => each !== network)
    const first = network.split('/')[0]!
    assert.ok(!isInNetworks(first, others), `${network} is in another network of the list`)
    assert.ok(!isAllowedAddress(first, { allowLocal: false }), network)
  }
})

const skip = findProgram('helm')

test('there is no network policy unless it is enabled', { skip }, async () => {
  assert.equal(findPolicy(await render(MINIMAL)), undefined)
})

test('the pods accept connections to their own ports only', { skip }, async () => {
  const resources = await render({ ...MINIMAL, networkPolicy: { enabled: true } })
  const { podSelector, policyTypes, ingress } = findPolicy(resources)!
  assert.deepEqual(policyTypes, ['Ingress', 'Egress'])
  const deployments = resources.filter(({ kind }) => kind === 'Deployment')
  const ports = new Set<number>()
  const parts: string[] = []
  for (const { spec } of deployments) {
    const { metadata, spec: pod } = spec['template'] as {
      metadata: { labels: Record<string, string> }
      spec: { containers: { ports: { containerPort: number }[] }[] }
    }
    for (const [label, value] of Object.entries(podSelector.matchLabels))
      assert.equal(metadata.labels[label], value)
    parts.push(metadata.labels['app.kubernetes.io/component']!)
    for (const { containerPort } of pod.containers[0]!.ports) ports.add(containerPort)
  }
  // Not the job that migrates: an old policy may not let it reach a new database.
  assert.deepEqual(podSelector.matchExpressions[0]!.values, parts)
  const accepted = ingress.flatMap((rule) => rule.ports!.map(({ port }) => port))
  assert.deepEqual(accepted.toSorted(), [...ports].toSorted())
  for (const rule of ingress) assert.equal(rule.from, undefined)
})

test('the pods reach DNS, databases and the internet, and nothing private', { skip }, async () => {
  const { egress } = findPolicy(await render({ ...MINIMAL, networkPolicy: { enabled: true } }))!
  for (const address of ADDRESSES)
    for (const port of [80, 443, 6443, 8080])
      assert.equal(
        reaches(egress, address, port),
        isAllowedAddress(address, { allowLocal: false }),
        `${address}:${port}`,
      )
  // A cache of DNS on the node, a managed database, and a pooler.
  assert.ok(reaches(egress, '169.254.20.10', 53, 'UDP'))
  assert.ok(reaches(egress, '10.96.0.10', 53))
  assert.ok(reaches(egress, '10.20.0.5', 5432))
  assert.ok(reaches(egress, '10.20.0.5', 6432))
})

test('values allow private addresses, and never those of metadata services', { skip }, async () => {
  const ingressNginx = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress-nginx' } },
  }
  const monitoring = { podSelector: { matchLabels: { app: 'prometheus' } } }
  const rules = [
    { to: [{ ipBlock: { cidr: '10.9.0.0/16' } }], ports: [{ protocol: 'TCP', port: 9000 }] },
  ]
  const policy = findPolicy(
    await render({
      ...MINIMAL,
      networkPolicy: {
        enabled: true,
        ingress: {
          from: [ingressNginx],
          metricsFrom: [monitoring],
          rules: [{ ports: [{ protocol: 'TCP', port: 15_008 }] }],
        },
        egress: {
          dns: { ports: [5353] },
          database: { ports: [25_060], to: [{ ipBlock: { cidr: '10.20.0.0/24' } }] },
          blocked: ['203.0.113.0/24', '2001:db8::/32'],
          rules,
        },
      },
    }),
  )!
  const [http, metrics, mesh] = policy.ingress as [Rule, Rule, Rule]
  // The other peer is the pod of `helm test`.
  assert.deepEqual(http.from, [ingressNginx, { podSelector: { matchLabels: labels() } }])
  assert.deepEqual(metrics.from, [monitoring])
  assert.equal(mesh.ports![0]!.port, 15_008)
  for (const [address, port, isOpen] of [
    ['10.9.1.1', 5353, true],
    ['10.20.0.5', 25_060, true],
    ['169.254.1.1', 25_060, false],
    ['169.254.169.254', 80, false],
    ['203.0.113.1', 443, false],
    ['2001:db8::1', 443, false],
    ['2606:4700::1111', 443, true],
  ] as const)
    assert.equal(reaches(policy.egress, address, port), isOpen, `${address}:${port}`)
  const allowed = findPolicy(
    await render({ ...MINIMAL, networkPolicy: { enabled: true, egress: { rules } } }),
  )!
  assert.ok(reaches(allowed.egress, '10.9.1.1', 9000))
  assert.ok(!reaches(allowed.egress, '10.9.1.1', 9001))
})

function labels() {
  return { 'app.kubernetes.io/name': 'parley', 'app.kubernetes.io/instance': 'parley' }
}

function findPolicy(resources: Resource[]): Policy | undefined {
  return resources.find(({ kind }) => kind === 'NetworkPolicy')?.spec as Policy | undefined
}

/** Returns whether rules let a pod connect to an address, as Kubernetes reads them. */
function reaches(rules: Rule[], address: string, port: number, protocol = 'TCP'): boolean {
  return rules.some(
    ({ ports, to }) =>
      (!ports || ports.some((each) => each.protocol === protocol && each.port === port)) &&
      (!to ||
        to.some(
          ({ ipBlock }) =>
            ipBlock !== undefined &&
            isInNetworks(address, [ipBlock.cidr]) &&
            !isInNetworks(address, ipBlock.except ?? []),
        )),
  )
}
