import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { findProgram } from '../require-programs.ts'
import { parse } from 'yaml'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import { openTempDir } from '../processes.ts'
import { helm, MINIMAL, render } from './helm-chart.ts'
import { writeKubernetesSchemas } from './kubernetes-schemas.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The settings that the chart itself sets, and those that only make sense without it or in tests. */
const FIXED = [
  'BACKUP_KEY_FILE',
  'BACKUP_PASSPHRASE_FILE',
  'DATA_DIR',
  'HOST',
  'INGEST_PORT',
  'METRICS_PORT',
  'PORT',
]
const USELESS = ['DATABASE_PORT', 'DEMO', 'RETENTION_DAY_SECONDS', 'SIMULATOR_PORT', 'WEB_DIR']

type Pod = {
  automountServiceAccountToken: boolean
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  terminationGracePeriodSeconds?: number
  volumes?: {
    name: string
    secret?: { secretName: string; items: { key: string; path: string }[] }
  }[]
  containers: {
    args?: string[]
    ports?: { containerPort: number }[]
    env?: { name: string; value: string }[]
    volumeMounts?: { name: string; mountPath: string }[]
    securityContext: { readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } }
    livenessProbe?: { httpGet: { path: string } }
    readinessProbe?: { httpGet: { path: string }; periodSeconds: number; failureThreshold: number }
  }[]
}

const SECRETS = {
  values: {
    DATABASE_URL: 'postgres://parley@db/parley',
    SECRET_KEY: 'c0'.repeat(32),
    METRICS_TOKEN: 'a-long-metrics-token',
  },
}
/** Every option of the chart that adds resources. */
const FULL = {
  secrets: SECRETS,
  settings: {
    OPERATOR_EMAILS: 'ops@acme.example',
    DRAIN_SECONDS: '7.5',
    BACKUP_SCHEDULE: '02:00',
  },
  files: { enabled: true },
  backups: { volume: { enabled: true }, encryption: { existingSecret: 'parley-backups' } },
  pod: {
    volumes: [{ name: 'authorities', configMap: { name: 'authorities' } }],
    volumeMounts: [{ name: 'authorities', mountPath: '/etc/authorities', readOnly: true }],
  },
  ingress: { enabled: true, className: 'nginx', tlsSecret: 'a', ingestTlsSecret: 'b' },
  monitoring: { serviceMonitor: true, rules: true },
  networkPolicy: { enabled: true },
  ...Object.fromEntries(
    ['api', 'ingest', 'worker'].map((part) => [part, { autoscaling: { enabled: true } }]),
  ),
}

test('the chart has the version of the product, and exactly its settings', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const chart = parse(read('ops/helm/parley/Chart.yaml')) as { version: string; appVersion: string }
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
  const { properties } = JSON.parse(read('ops/helm/parley/values.schema.json'))
  const settings = Object.keys(properties.settings.properties)
  const secrets = Object.keys(properties.secrets.properties.values.properties)
  assert.deepEqual(
    [...settings, ...secrets, ...FIXED, ...USELESS].toSorted(),
    Object.keys(readEnv({})).toSorted(),
    'change ops/helm/parley/values.schema.json',
  )
  for (const secret of ['DATABASE_URL', 'SECRET_KEY', 'METRICS_TOKEN', 'SMTP_URL'])
    assert.ok(secrets.includes(secret), secret)
})

test('the alerts of the chart are those of ops/prometheus, and the metric of the workers is documented', () => {
  assert.equal(read('ops/helm/parley/files/alerts.yml'), read('ops/prometheus/alerts.yml'))
  const used = /name: (parley_\w+)/.exec(read('ops/helm/parley/templates/autoscaling.yaml'))![1]!
  for (const path of ['docs/metrics.md', 'ops/helm/prometheus-adapter.yaml'])
    assert.ok(read(path).includes(used), path)
})

const skip = findProgram('helm')

test('lints, and refuses values that cannot work before anything changes', { skip }, async () => {
  for (const values of [MINIMAL, FULL]) {
    const { status, stdout, stderr } = await helm(['lint', '--strict'], values)
    assert.equal(status, 0, stdout + stderr)
  }
  for (const [values, problem] of [
    [{ settings: MINIMAL.settings }, /Set secrets\.values\.DATABASE_URL/],
    [{ ...MINIMAL, settings: { PUBLIC_URL: 'https://a' } }, /Set settings\.S3_ENDPOINT, or files/],
    [
      { ...MINIMAL, settings: { S3_ENDPOINT: 'https://a', PUBLIC_URL: 'https://a' } },
      /Set settings\.PUBLIC_URL and settings\.INGEST_PUBLIC_URL/,
    ],
    [{ ...MINIMAL, secrets: { ...MINIMAL.secrets, ...SECRETS } }, /Set either secrets/],
    [
      { ...FULL, secrets: { values: { ...SECRETS.values, METRICS_TOKEN: '' } } },
      /Set secrets\.values\.METRICS_TOKEN/,
    ],
    [
      { ...MINIMAL, settings: { ...MINIMAL.settings, BACKUP_SCHEDULE: '02:00' } },
      /settings\.BACKUP_SCHEDULE needs a place/,
    ],
    [
      { ...FULL, settings: { ...FULL.settings, BACKUP_TO: 'https://s3.example.com/backups' } },
      /Set either settings\.BACKUP_TO or backups/,
    ],
    [{ ...MINIMAL, networkPolicy: { egress: { database: { ports: [] } } } }, /minItems/],
    [{ ...MINIMAL, networkPolicy: { egress: { blocked: ['10.0.0.0'] } } }, /blocked/],
    [{ ...MINIMAL, settings: { ...MINIMAL.settings, PUBLIC_URI: 'a' } }, /PUBLIC_URI/],
    [{ ...MINIMAL, settings: { ...MINIMAL.settings, SECRET_KEY: 'a' } }, /SECRET_KEY/],
    [{ ...MINIMAL, settings: { ...MINIMAL.settings, MEMBER_RATE: 10 } }, /MEMBER_RATE/],
  ] as const) {
    const { status, stderr } = await helm(['template', 'parley'], values)
    assert.notEqual(status, 0, JSON.stringify(values))
    assert.match(stderr, problem)
  }
})

test(
  'every pod is restricted and has only known settings, each part its probes and its budget',
  { skip },
  async () => {
    const known = new Set(Object.keys(readEnv({})))
    for (const values of [MINIMAL, FULL]) {
      const resources = await render(values)
      const of = (kind: string) => resources.filter((each) => each.kind === kind)
      const pods = resources.flatMap(({ kind, spec }) =>
        kind === 'Pod' ? [spec] : kind === 'Deployment' || kind === 'Job' ? [podOf(spec)] : [],
      ) as Pod[]
      assert.equal(pods.length, 5)
      for (const pod of pods) {
        assert.equal(pod.automountServiceAccountToken, false)
        assert.deepEqual(
          [pod.securityContext.runAsNonRoot, pod.securityContext.runAsUser],
          [true, 10_001],
        )
        for (const { securityContext, env = [] } of pod.containers) {
          assert.equal(securityContext.readOnlyRootFilesystem, true)
          assert.deepEqual(securityContext.capabilities.drop, ['ALL'])
          for (const { name, value } of env) assert.ok(known.has(name) && value !== '', name)
        }
      }
      const parts = of('Deployment').map(({ spec }) => {
        const pod = podOf(spec) as Pod
        const [{ args, env, livenessProbe, readinessProbe }] = pod.containers as [
          Pod['containers'][0],
        ]
        assert.equal(livenessProbe!.httpGet.path, '/health/live')
        assert.equal(readinessProbe!.httpGet.path, '/health/ready')
        const drain = Number(env!.find(({ name }) => name === 'DRAIN_SECONDS')!.value)
        assert.ok(readinessProbe!.periodSeconds * readinessProbe!.failureThreshold < drain)
        assert.ok(pod.terminationGracePeriodSeconds! >= drain + 20)
        return args!.join(' ')
      })
      assert.deepEqual(parts, ['start --only api', 'start --only ingest', 'start --only worker'])
      assert.equal(of('PodDisruptionBudget').length, 3)
      const [job] = of('Job')
      assert.equal(job!.metadata.annotations!['helm.sh/hook'], 'pre-install,pre-upgrade')
      assert.deepEqual((podOf(job!.spec) as Pod).containers[0]!.args, ['migrate'])
      const isFull = values === FULL
      assert.equal(of('HorizontalPodAutoscaler').length, isFull ? 3 : 0)
      assert.equal(of('Ingress').length, isFull ? 2 : 0)
      assert.equal(of('Secret').length, isFull ? 2 : 0)
      for (const kind of ['ServiceMonitor', 'PrometheusRule', 'NetworkPolicy'])
        assert.equal(of(kind).length, isFull ? 1 : 0, kind)
      assert.equal(of('PersistentVolumeClaim').length, isFull ? 2 : 0)
      for (const { spec, metadata } of of('Deployment'))
        assert.equal('replicas' in spec, !isFull, metadata.name)
    }
  },
)

test(
  'the product starts with the settings of each pod, on the ports of the services',
  { skip },
  async () => {
    const resources = await render(FULL)
    const of = (kind: string) => resources.filter((each) => each.kind === kind)
    const secrets = (of('Secret')[0] as unknown as { stringData: Record<string, string> })
      .stringData
    for (const { spec } of [...of('Deployment'), ...of('Job')]) {
      const [{ env, ports = [] }] = (podOf(spec) as Pod).containers as [Pod['containers'][0]]
      const given = Object.fromEntries(env!.map(({ name, value }) => [name, value]))
      const config = toConfig(readEnv({ ...given, ...secrets }))
      assert.equal(config.host, '0.0.0.0')
      assert.equal(config.dataDir, '/var/lib/parley')
      assert.equal(config.database.url, SECRETS.values.DATABASE_URL)
      const known = [config.port, config.ingestPort, config.metricsPort]
      for (const { containerPort } of ports) assert.ok(known.includes(containerPort))
    }
  },
)

test(
  'only the workers have the volume and the secret of backups, and every pod the volumes of its own',
  { skip },
  async () => {
    const settingsOf = async (values: object, part: string) => {
      const deployment = (await render(values)).find(
        ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `parley-${part}`,
      )!
      const pod = podOf(deployment.spec) as Pod
      const [{ env = [], volumeMounts = [] }] = pod.containers as [Pod['containers'][0]]
      const given = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      const mounts = volumeMounts.map(({ mountPath }) => mountPath)
      assert.deepEqual(
        volumeMounts.map(({ name }) => name).toSorted(),
        (pod.volumes ?? []).map(({ name }) => name).toSorted(),
      )
      const encryption = pod.volumes?.find(({ secret }) => secret)?.secret
      const isRead = (path: string) =>
        encryption?.items.some((item) => path === `/etc/parley/backups/${item.path}`) ?? false
      return { given, mounts, isRead, encryption }
    }
    const worker = await settingsOf(FULL, 'worker')
    const { backup } = toConfig(readEnv({ ...worker.given, ...SECRETS.values }))
    assert.equal(worker.given['BACKUP_TO'], '/var/backups/parley')
    assert.ok(worker.mounts.includes('/var/backups/parley'))
    assert.ok(worker.isRead(worker.given['BACKUP_PASSPHRASE_FILE']!))
    assert.equal(worker.encryption!.secretName, 'parley-backups')
    assert.ok(backup.schedule)
    const encryption = { existingSecret: 'parley-backups', key: 'key' }
    const withKey = await settingsOf(
      { ...FULL, backups: { ...FULL.backups, encryption } },
      'worker',
    )
    assert.ok(withKey.isRead(withKey.given['BACKUP_KEY_FILE']!))
    assert.equal(withKey.given['BACKUP_PASSPHRASE_FILE'], undefined)
    for (const part of ['api', 'ingest']) {
      const { given, mounts, encryption: none } = await settingsOf(FULL, part)
      assert.deepEqual([given['BACKUP_PASSPHRASE_FILE'], none], [undefined, undefined])
      assert.ok(!mounts.includes('/var/backups/parley'))
      assert.ok(mounts.includes('/etc/authorities'))
    }
    const env = { NODE_EXTRA_CA_CERTS: '/etc/authorities/ca.pem' }
    const { given } = await settingsOf({ ...FULL, pod: { ...FULL.pod, env } }, 'api')
    assert.equal(given['NODE_EXTRA_CA_CERTS'], env.NODE_EXTRA_CA_CERTS)
  },
)

test(
  'a changed secret restarts the pods, and the ingress gives the addresses',
  { skip },
  async () => {
    const templateOf = async (values: object) => {
      const api = (await render(values)).find(({ kind }) => kind === 'Deployment')!
      return api.spec['template'] as {
        metadata: { annotations: Record<string, string> }
        spec: Pod
      }
    }
    const first = await templateOf(FULL)
    const values = { ...SECRETS.values, SECRET_KEY: 'd1'.repeat(32) }
    const second = await templateOf({ ...FULL, secrets: { values } })
    const checksum = 'checksum/secrets'
    assert.notEqual(first.metadata.annotations[checksum], second.metadata.annotations[checksum])
    const env = Object.fromEntries(
      first.spec.containers[0]!.env!.map(({ name, value }) => [name, value]),
    )
    assert.equal(env['PUBLIC_URL'], 'https://chat.example.com')
    assert.equal(env['INGEST_PUBLIC_URL'], 'https://hooks.example.com')
  },
)

test('Kubernetes knows every field', { skip: skip || whyNoSchemas() }, async () => {
  const folder = await openTempDir()
  const crds = process.env['PROMETHEUS_CRDS']
  writeKubernetesSchemas(folder, process.env['KUBERNETES_OPENAPI']!, crds)
  const location = join(folder, '{{ .ResourceKind }}{{ .KindSuffix }}.json')
  const args = ['-strict', '-summary', '-schema-location', location]
  if (crds === undefined) args.push('-skip', 'ServiceMonitor,PrometheusRule')
  const check = (input: string) => spawnSync('kubeconform', args, { input, encoding: 'utf8' })
  for (const values of [MINIMAL, FULL]) {
    const { stdout: text } = await helm(['template', 'parley'], values)
    const { status, stdout, stderr } = check(text)
    assert.equal(status, 0, stdout + stderr)
    assert.match(stdout, /Invalid: 0, Errors: 0/)
    if (crds !== undefined) assert.match(stdout, /Skipped: 0/)
    // A misspelled field is found.
    assert.notEqual(
      check(text.replace('minReplicas:', 'minimum:').replace('failureThreshold:', 'failures:'))
        .status,
      0,
    )
  }
})

function podOf(spec: Record<string, unknown>): Record<string, unknown> {
  return (spec['template'] as { spec: Record<string, unknown> }).spec
}

function whyNoSchemas(): string | false {
  const isSet = process.env['KUBERNETES_OPENAPI'] !== undefined
  return (
    findProgram('kubeconform') ||
    (!isSet && 'on demand: KUBERNETES_OPENAPI=FILE npm run release-checks -- kubernetes-fields')
  )
}
