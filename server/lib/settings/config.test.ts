import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError, META_GRAPH_URL, readEnv, toConfig } from './config.ts'
import type { Config } from './config.ts'

const config = (env: NodeJS.ProcessEnv): Config => toConfig(readEnv(env))

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    config(env)
  } catch (err) {
    assert.ok(err instanceof ConfigError)
    return err.problems
  }
  return []
}

const hex = 'ab'.repeat(32)
const server = { DATABASE_URL: 'postgres://db.example.com/parley', SECRET_KEY: hex }

describe('the configuration', () => {
  test('has a default for everything', () => {
    const made = config({})
    assert.deepEqual([made.port, made.ingestPort, made.simulatorPort], [3000, 3001, 3002])
    assert.equal(made.host, '127.0.0.1')
    assert.equal(made.publicUrl, 'http://localhost:3000')
    assert.equal(made.ingestUrl, 'http://localhost:3001')
    assert.equal(made.allowLocalWebhooks, false)
    assert.equal(made.demo, undefined)
    assert.equal(made.secretKey, undefined)
    assert.equal(made.database.url, undefined)
    assert.equal(made.logLevel, 'info')
    assert.equal(made.accessLog, false)
    assert.match(made.dataDir, /^\/.*data$/)
    assert.equal(made.webDir, resolve(import.meta.dirname, '../../../web/dist'))
    assert.match(META_GRAPH_URL, /^https:\/\/graph\.facebook\.com\/v\d+\.0$/)
  })

  test('takes an empty variable for an unset one', () => {
    assert.deepEqual(config({ PORT: '', DATABASE_URL: '', DEMO: '', HOST: '' }), config({}))
  })

  test('listens everywhere on a database server, and there only', () => {
    assert.equal(config(server).host, '0.0.0.0')
    assert.equal(config({ ...server, HOST: '10.0.0.7' }).host, '10.0.0.7')
  })

  test('drains connections on a database server, and there only', () => {
    assert.deepEqual([config(server).drainMs, config({}).drainMs], [3_000, 0])
  })

  test('reads every variable', () => {
    const made = config({
      ...server,
      PORT: '8080',
      INGEST_PORT: '8081',
      SIMULATOR_PORT: '8082',
      METRICS_PORT: '9090',
      METRICS_TOKEN: 'a-long-metrics-token',
      HOST: '::1',
      PUBLIC_URL: 'https://api.example.com/',
      INGEST_PUBLIC_URL: 'https://in.example.com',
      DATABASE_PORT: '5433',
      DATABASE_POOL_MAX: '40',
      MEMBER_RATE: '250',
      PASSWORD_COST: '16',
      DATA_DIR: '/var/lib/parley',
      WEB_DIR: '/usr/share/parley/web',
      ALLOW_LOCAL_WEBHOOKS: 'true',
      DEMO: 'false',
      WHATSAPP_APP_SECRET: 'app',
      WHATSAPP_VERIFY_TOKEN: 'verify',
      GRAPH_URL: 'http://localhost:3002/v25.0/',
      TRUST_PROXY: '10.0.0.0/8, 192.168.1.1',
      SMTP_URL: 'smtps://user:pass@mail.example.com',
      MAIL_FROM: 'Parley <parley@example.com>',
      OPERATOR_EMAILS: 'Ops@example.com, ada@example.com',
      S3_ENDPOINT: 'https://s3.eu-central-1.amazonaws.com/files/',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'AKIA',
      S3_SECRET_ACCESS_KEY: 'hunter2',
      BACKUP_TO: '/backups',
      BACKUP_SCHEDULE: '02:00',
      BACKUP_KEEP: '7',
      BACKUP_MEDIA: 'false',
      BACKUP_KEY_FILE: '/etc/parley/key',
      BACKUP_S3_REGION: 'eu-west-1',
      BACKUP_S3_ACCESS_KEY_ID: 'AKIB',
      BACKUP_S3_SECRET_ACCESS_KEY: 'hunter3',
      LOG_LEVEL: 'debug',
      RETENTION_DAY_SECONDS: '40',
      SEND_CONFIRM_SECONDS: '90',
      ACCESS_LOG: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      SESSION_IDLE_HOURS: '8',
      SESSION_MAX_HOURS: '720',
      DRAIN_SECONDS: '7.5',
      WORKSPACE_ENDPOINTS_MAX: '1',
      WORKSPACE_KEYS_MAX: '2',
      WORKSPACE_FORMS_MAX: '3',
      WORKSPACE_STREAMS_MAX: '4',
      WORKSPACE_STORAGE_MIB_MAX: '5',
      VISITOR_STORAGE_PERCENT: '50',
      VISITOR_FILES_PER_MINUTE: '6',
      VISITOR_CONVERSATIONS_PER_MINUTE: '7',
    })
    assert.ok(made.tracing)
    assert.deepEqual(made, {
      host: '::1',
      port: 8080,
      ingestPort: 8081,
      simulatorPort: 8082,
      metricsPort: 9090,
      metricsToken: 'a-long-metrics-token',
      publicUrl: 'https://api.example.com',
      ingestUrl: 'https://in.example.com',
      database: {
        url: server.DATABASE_URL,
        directUrl: undefined,
        isShared: true,
        prepared: true,
        replicaUrls: [],
        shards: [],
        embeddedPort: 5433,
        poolMax: 40,
      },
      dataDir: '/var/lib/parley',
      webDir: '/usr/share/parley/web',
      secretKey: Buffer.from(hex, 'hex'),
      previousSecretKeys: [],
      allowLocalWebhooks: true,
      demo: false,
      whatsapp: { appSecret: 'app', verifyToken: 'verify' },
      platformSettings: { WHATSAPP_APP_SECRET: 'app', WHATSAPP_VERIFY_TOKEN: 'verify' },
      graphUrl: 'http://localhost:3002/v25.0',
      mail: {
        smtpUrl: 'smtps://user:pass@mail.example.com',
        from: { name: 'Parley', address: 'parley@example.com' },
      },
      operatorEmails: ['ops@example.com', 'ada@example.com'],
      trustedProxies: ['10.0.0.0/8', '192.168.1.1'],
      s3: {
        endpoint: 'https://s3.eu-central-1.amazonaws.com/files',
        region: 'eu-central-1',
        accessKeyId: 'AKIA',
        secretAccessKey: 'hunter2',
      },
      backup: {
        to: '/backups',
        schedule: [120],
        keep: 7,
        media: false,
        passphraseFile: undefined,
        keyFile: '/etc/parley/key',
        keys: { region: 'eu-west-1', accessKeyId: 'AKIB', secretAccessKey: 'hunter3' },
      },
      logLevel: 'debug',
      accessLog: true,
      // Its fields are tested where they are read.
      tracing: made.tracing,
      sessions: { idleHours: 8, maxHours: 720 },
      drainMs: 7_500,
      sendConfirmMs: 90_000,
      retentionDayMs: 40_000,
      quotas: { endpoints: 1, keys: 2, forms: 3, streams: 4, storageMib: 5 },
      visitors: { storagePercent: 50, filesPerMinute: 6, conversationsPerMinute: 7 },
      memberRate: 250,
      passwordCost: 16,
    })
  })

  test('takes a secret key in hexadecimal and in base64', () => {
    const bytes = Buffer.from(hex, 'hex')
    const texts = [hex, hex.toUpperCase(), bytes.toString('base64')]
    for (const text of texts) assert.deepEqual(config({ SECRET_KEY: text }).secretKey, bytes)
    const several = config({ SECRET_KEY_PREVIOUS: texts.join(', ') })
    assert.deepEqual(several.previousSecretKeys, [bytes, bytes, bytes])
  })
})

test('a sender is an address, with or without a name', () => {
  const fromOf = (MAIL_FROM: string) => config({ MAIL_FROM }).mail.from
  assert.deepEqual(fromOf('a.b+c@example.com'), { name: '', address: 'a.b+c@example.com' })
  assert.deepEqual(fromOf('<a@example.com>'), { name: '', address: 'a@example.com' })
  assert.deepEqual(fromOf('"Acme, Inc." <a@example.com>'), {
    name: 'Acme, Inc.',
    address: 'a@example.com',
  })
  for (const bad of ['a@b, c@d', 'A <a@b', 'a b@c', 'A <a@b> <c@d>', '@b', 'a@', 'A\n <a@b>'])
    assert.throws(() => fromOf(bad), /MAIL_FROM must be/, bad)
  assert.deepEqual(fromOf('Acme <a@example.com>'), { name: 'Acme', address: 'a@example.com' })
})

test('a shard has its own replicas and its own address behind a pooler', () => {
  const env = {
    DATABASE_URL: 'postgres://db1/p',
    SECRET_KEY: hex,
    DATABASE_SHARD_URLS: 'b=postgres://pooler/p c=postgres://db5/p',
    DATABASE_DIRECT_URL: 'b=postgres://db4/p',
    DATABASE_REPLICA_URLS: 'postgres://r1/p,b=postgres://r2/p b=postgres://r3/p',
  }
  const { database } = config(env)
  assert.deepEqual(
    [database.directUrl, database.prepared, database.replicaUrls],
    [undefined, true, ['postgres://r1/p']],
  )
  const c = { name: 'c', url: 'postgres://db5/p', directUrl: undefined, replicaUrls: [] }
  assert.deepEqual(database.shards, [
    {
      name: 'b',
      url: 'postgres://pooler/p',
      directUrl: 'postgres://db4/p',
      replicaUrls: ['postgres://r2/p', 'postgres://r3/p'],
      prepared: false,
    },
    { ...c, prepared: true },
  ])
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS']) {
    const [problem, ...others] = problemsOf({ ...env, [name]: 'd=postgres://db6/p' })
    assert.match(problem!, new RegExp(`^${name} has an address of the shard "d"`))
    assert.deepEqual(others, [])
  }
})

test('a shard has one address behind its pooler', () => {
  for (const DATABASE_DIRECT_URL of ['postgres://db1/p postgres://db2/p', 'db2', 'b=db2']) {
    const problems = problemsOf({ ...server, DATABASE_DIRECT_URL })
    assert.equal(problems.length, 1, DATABASE_DIRECT_URL)
    assert.match(problems[0]!, /^DATABASE_DIRECT_URL must be a postgres:/)
  }
})

describe('a bad variable', () => {
  test('is one line that names it, what it must be and what it is', () => {
    const bad: [string, string[]][] = [
      ['TRUST_PROXY', ['everyone']],
      ['PORT', ['-1', '65536', '80a', '3000.5', 'http', ' ']],
      ['INGEST_PORT', ['x']],
      ['SIMULATOR_PORT', ['x']],
      ['METRICS_PORT', ['x']],
      ['DATABASE_PORT', ['99999']],
      ['WORKSPACE_KEYS_MAX', ['0', '-1', '1.5', 'none', '1000000000']],
      [
        'DATABASE_REPLICA_URLS',
        ['db2', 'postgres://db2:5432,db3:5432/parley', 'http://db2/parley'],
      ],
      [
        'DATABASE_SHARD_URLS',
        [
          'postgres://db2/parley',
          'main=postgres://db2/parley',
          'b=http://db2/parley',
          'B=postgres://db2/p',
        ],
      ],
      ['DATABASE_POOL_MAX', ['0', '1', '201', 'many']],
      ['MEMBER_RATE', ['0', '10001', 'none']],
      ['PASSWORD_COST', ['4', '13', '21', '15.5']],
      ['HOST', ['a b', 'http://x', 'a/b']],
      ['PUBLIC_URL', ['localhost:3000', 'ftp://x', '/x']],
      ['INGEST_PUBLIC_URL', ['nonsense']],
      ['GRAPH_URL', ['graph.facebook.com']],
      ['ALLOW_LOCAL_WEBHOOKS', ['yes', '1', 'TRUE']],
      ['DEMO', ['on']],
      ['MAIL_FROM', ['nobody', 'No Body <nobody>']],
      ['LOG_LEVEL', ['verbose']],
    ]
    for (const [name, values] of bad)
      for (const value of values) {
        const problems = problemsOf({ [name]: value })
        assert.equal(problems.length, 1, `${name}=${value}`)
        assert.ok(problems[0]!.startsWith(`${name} must be `), problems.join())
        assert.ok(problems[0]!.includes(value))
        assert.doesNotMatch(problems[0]!, /\n/)
      }
  })

  test('does not hide another: all are listed', () => {
    const problems = problemsOf({
      PORT: 'x',
      DEMO: 'maybe',
      LOG_LEVEL: 'loud',
      SECRET_KEY: 'short',
      SECRET_KEY_PREVIOUS: `${hex},hunter2`,
    })
    assert.deepEqual(problems.map((problem) => problem.split(' ', 1)[0]).toSorted(), [
      'DEMO',
      'LOG_LEVEL',
      'PORT',
      'SECRET_KEY',
      'SECRET_KEY_PREVIOUS',
    ])
  })

  test('is not shown when it is a secret', () => {
    for (const [name, value] of [
      ['SECRET_KEY', 'hunter2hunter2'],
      ['SECRET_KEY_PREVIOUS', `${hex},hunter2`],
      ['METRICS_TOKEN', 'hunter2'],
      ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
      ['DATABASE_SHARD_URLS', 'b=postgres://u:x@db/p C=postgres://u:hunter2@d/p'],
      ['PUBLIC_URL', 'ftp://root:hunter2@example.com'],
      ['SMTP_URL', 'mail://root:hunter2@example.com'],
      ['SMTP_URL', 'root:hunter2@example.com'],
      ['GRAPH_URL', 'root:hunter2@example.com'],
      ['S3_ENDPOINT', 'https://AKIA:hunter2@s3.example.com/files'],
      ['S3_ENDPOINT', 'https://s3.example.com/files?secret=hunter2'],
    ] as const) {
      const problems = problemsOf({ [name]: value })
      assert.ok(problems.some((problem) => problem.startsWith(name)))
      assert.doesNotMatch(problems.join('\n'), /hunter2/)
    }
  })

  test('is a secret key that is missing beside a database server', () => {
    const problems = problemsOf({ DATABASE_URL: server.DATABASE_URL })
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /^SECRET_KEY is required/)
  })

  test('is a sender that is missing beside a mail server', () => {
    const problems = problemsOf({ SMTP_URL: 'smtp://root:hunter2@mail.example.com' })
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /^MAIL_FROM is required/)
    assert.doesNotMatch(problems[0]!, /hunter2/)
  })

  test('is a store of files of which only a part is said', () => {
    const problems = problemsOf({
      S3_ENDPOINT: 'https://s3.example.com/files',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    })
    assert.equal(problems.length, 1)
    assert.match(problems[0]!, /^S3_REGION, S3_ACCESS_KEY_ID are required/)
    assert.doesNotMatch(problems[0]!, /hunter2/)
  })

  test('is a port that two of our servers would share', () => {
    const shared: NodeJS.ProcessEnv[] = [
      { INGEST_PORT: '3000' },
      { PORT: '3002' },
      { METRICS_PORT: '3001' },
    ]
    for (const env of shared) assert.match(problemsOf(env).join(), /must differ from each other/)
    assert.deepEqual(problemsOf({ PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0' }), [])
  })
})
