import { join, resolve } from 'node:path'
import { BACKUP_NAMES, toBackupSettings } from '#lib/settings/backup-settings.ts'
import type { BackupSettings } from '#lib/settings/backup-settings.ts'
import {
  toPort,
  toNumber,
  toDrainSeconds,
  toCount,
  toFlag,
  toHost,
  toToken,
  toAddresses,
  toHttpUrl,
  toBucketUrl,
  toDatabaseUrl,
  toSmtpUrl,
  toSender,
  toEmails,
} from '#lib/settings/config-values.ts'
import { MAIN, toDirectUrls, toReplicaUrls, toShards } from '#lib/settings/named-servers.ts'
import type { NamedUrl } from '#lib/settings/named-servers.ts'
import { toSecretKey, toSecretKeys } from '#lib/settings/read-secret-keys.ts'
import { readTracing, TRACING_SETTINGS } from '#lib/tracing/tracing-config.ts'
import type { TracingConfig } from '#lib/tracing/tracing-config.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'

/** The environment variables that the product reads, as text; those of a platform start with its type. */
type Env = Record<(typeof names)[number], string | undefined> & PlatformSettings

/** The environment variables of the platforms, such as WHATSAPP_APP_SECRET. */
type PlatformSettings = Readonly<Record<`${Uppercase<ChannelType>}_${string}`, string | undefined>>

const names = [
  'PORT',
  'INGEST_PORT',
  'SIMULATOR_PORT',
  'METRICS_PORT',
  'METRICS_TOKEN',
  'HOST',
  'PUBLIC_URL',
  'INGEST_PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'DATABASE_SHARD_URLS',
  'DATABASE_PGDOG',
  'DATABASE_PREPARED',
  'DATABASE_PORT',
  'DATABASE_POOL_MAX',
  'MEMBER_RATE',
  'PASSWORD_COST',
  'DATA_DIR',
  'WEB_DIR',
  'TRUST_PROXY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'ALLOW_LOCAL_WEBHOOKS',
  'DEMO',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'GRAPH_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'OPERATOR_EMAILS',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'DRAIN_SECONDS',
  'RETENTION_DAY_SECONDS',
  'SEND_CONFIRM_SECONDS',
  'LOG_LEVEL',
  'ACCESS_LOG',
  'SESSION_IDLE_HOURS',
  'SESSION_MAX_HOURS',
  'WORKSPACE_ENDPOINTS_MAX',
  'WORKSPACE_KEYS_MAX',
  'WORKSPACE_FORMS_MAX',
  'WORKSPACE_STREAMS_MAX',
  'WORKSPACE_STORAGE_MIB_MAX',
  'VISITOR_STORAGE_PERCENT',
  'VISITOR_FILES_PER_MINUTE',
  'VISITOR_CONVERSATIONS_PER_MINUTE',
  ...TRACING_SETTINGS,
  ...BACKUP_NAMES,
] as const

/** The configuration of a process. Port 0 means any free port (used in tests). `secretKey` has 32 bytes. */
export type Config = {
  host: string
  port: number
  ingestPort: number
  simulatorPort: number
  metricsPort: number | undefined
  /** The token that `/metrics` requires. Without one, it only answers callers on this machine. */
  metricsToken: string | undefined
  trustedProxies: string[]
  publicUrl: string
  ingestUrl: string
  database: {
    url: string | undefined
    /**
     * The server itself if `url` is a pooler in transaction mode, otherwise undefined; in a running process, the URL
     * for everything that needs a session of its own.
     */
    directUrl: string | undefined
    /** Whether other processes may use the database too: it is not the embedded one. */
    isShared: boolean
    /** The URLs of replicas of the server at `url` that answer reads. */
    replicaUrls: string[]
    /** Further servers that hold workspaces. */
    shards: ShardConfig[]
    /** Whether `url` and those of the shards lead to PgDog, which asks for the shard of each connection. */
    isPgdog: boolean
    /** Whether statements may have names. */
    prepared: boolean
    embeddedPort: number | undefined
    poolMax: number
  }
  dataDir: string
  /** The folder of the built web app. */
  webDir: string
  secretKey: Buffer | undefined
  /** Other keys that stored secrets may be encrypted with; they only decrypt. */
  previousSecretKeys: Buffer[]
  allowLocalWebhooks: boolean
  demo: boolean | undefined
  whatsapp: { appSecret: string | undefined; verifyToken: string | undefined }
  /** The environment variables that start with the type of a platform. */
  platformSettings: PlatformSettings
  graphUrl: string | undefined
  mail: { smtpUrl: string | undefined; from: { name: string; address: string } | undefined }
  /** The addresses, in lower case, of the users who operate the instance. */
  operatorEmails: string[]
  s3: StoreConfig | undefined
  backup: BackupSettings
  /** The time in which a process still answers requests after SIGTERM, while it is not ready, in milliseconds. */
  drainMs: number
  /** How long after its time an attempt to send without a known outcome may wait for reports of the platform, in milliseconds. */
  sendConfirmMs: number
  /** The length of a day of the retention in ms: less than a day only in tests of its work. */
  retentionDayMs: number
  logLevel: (typeof logLevels)[number]
  /** Whether the log has a line for each request. */
  accessLog: boolean
  /** The receiver of traces; undefined turns tracing off. */
  tracing: TracingConfig | undefined
  /** A session ends after this many hours without a request, and this many hours after the sign-in. */
  sessions: { idleHours: number; maxHours: number }
  quotas: Quotas
  /** The share of a workspace's storage for anonymous visitors, and the limits of each web chat over all networks. */
  visitors: { storagePercent: number; filesPerMinute: number; conversationsPerMinute: number }
  /** The requests per second of a signed-in member, with bursts of twice that. */
  memberRate: number
  /** The base-2 logarithm of the memory cost of a password hash. */
  passwordCost: number
}

/** The most that one workspace can have. Streams count per process. */
type Quotas = Readonly<Record<QuotaName, number>>

/** Something of which a workspace has a limited number. */
export type QuotaName = 'endpoints' | 'keys' | 'forms' | 'streams' | 'storageMib'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * A further server that holds workspaces, by the name that the directory knows it by. `directUrl`, `replicaUrls` and
 * `prepared` are as those of the main one.
 */
export type ShardConfig = NamedUrl & {
  directUrl: string | undefined
  replicaUrls: string[]
  prepared: boolean
}

/** A bucket of an S3-compatible storage. `endpoint` is the URL of the bucket. */
export type StoreConfig = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const storeNames = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The URL of Meta's Cloud API. Source: developers.facebook.com, Graph API overview. */
export const META_GRAPH_URL = 'https://graph.facebook.com/v25.0'

/** The drain time of processes that share a database, so that a balancer can be in front of them. */
const DRAIN_SECONDS = 3

/** The Parley server that remote commands call, from the environment. */
type RemoteEnv = { apiKey: string | undefined; url: string | undefined }

/** The invalid environment variables, one problem per line. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the environment variables. An empty one counts as unset. This is the only place that reads process.env.
 */
export function readEnv(env: NodeJS.ProcessEnv = process.env): Env {
  const known = [...names, ...Object.keys(env).filter(isOfPlatform)]
  return Object.fromEntries(known.map((name) => [name, env[name] || undefined])) as Env
}

function isOfPlatform(name: string): boolean {
  return CHANNEL_TYPES.some((type) => name.startsWith(`${type.toUpperCase()}_`))
}

/** Reads the variables of remote commands, which need no others. */
export function readRemoteEnv(env: NodeJS.ProcessEnv = process.env): RemoteEnv {
  return { apiKey: env['PARLEY_API_KEY'] || undefined, url: env['PARLEY_URL'] || undefined }
}

/**
 * Parses the environment variables and fills in the defaults.
 *
 * @throws {ConfigError} with one problem for each invalid variable
 */
export function toConfig(env: Env): Config {
  const problems: string[] = []
  const parse = <T>(name: keyof Env, valid: (text: string) => T | undefined, expected: string) => {
    const text = env[name]
    if (text === undefined) return undefined
    const value = valid(text)
    if (value === undefined)
      problems.push(`${name} must be ${expected}, not "${shown(name, text)}".`)
    return value
  }
  const port = (name: keyof Env) => parse(name, toPort, 'a port number from 0 to 65535')
  const quota = (name: keyof Env) =>
    parse(name, toCount(999_999_999), 'a number from 1 to 999999999')
  const hours = (name: keyof Env) => parse(name, toCount(8760), 'a number of hours from 1 to 8760')
  const flag = (name: keyof Env) => parse(name, toFlag, '"true" or "false"')
  const url = (name: keyof Env) => parse(name, toHttpUrl, 'an http:// or https:// URL')

  const databaseUrl = parse('DATABASE_URL', toDatabaseUrl, 'a postgres:// address')
  const directUrls =
    parse(
      'DATABASE_DIRECT_URL',
      toDirectUrls,
      'a postgres:// address, or several separated by spaces with names of shards, such as b=postgres://…, each once',
    ) ?? []
  const findDirectUrl = (name: string) => directUrls.find((each) => each.name === name)?.url
  const directUrl = findDirectUrl(MAIN)
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    problems.push('DATABASE_URL is required with DATABASE_DIRECT_URL: the address of the pooler.')
  const replicaUrls =
    parse(
      'DATABASE_REPLICA_URLS',
      toReplicaUrls,
      'postgres:// addresses of one server each, separated by commas or spaces, those of further shards with their names, such as b=postgres://…',
    ) ?? []
  if (replicaUrls.length > 0 && env.DATABASE_URL === undefined)
    problems.push(
      'DATABASE_URL is required with DATABASE_REPLICA_URLS: the address of the primary.',
    )
  const shardUrls =
    parse(
      'DATABASE_SHARD_URLS',
      toShards,
      'names with postgres:// addresses, such as b=postgres://…, separated by spaces; each name once, and none "main"',
    ) ?? []
  if (shardUrls.length > 0 && env.DATABASE_URL === undefined)
    problems.push(
      'DATABASE_URL is required with DATABASE_SHARD_URLS: the address of the directory.',
    )
  for (const [setting, urls] of [
    ['DATABASE_DIRECT_URL', directUrls],
    ['DATABASE_REPLICA_URLS', replicaUrls],
  ] as const)
    for (const { name } of urls)
      if (name !== MAIN && !shardUrls.some((shard) => shard.name === name))
        problems.push(
          `${setting} has an address of the shard "${name}", which DATABASE_SHARD_URLS does not name.`,
        )
  const isPgdog = flag('DATABASE_PGDOG') ?? false
  if (isPgdog)
    for (const name of [MAIN, ...shardUrls.map((shard) => shard.name)])
      if (findDirectUrl(name) === undefined)
        problems.push(
          `DATABASE_DIRECT_URL is required with DATABASE_PGDOG: the address of the server of the shard "${name}".`,
        )
  const prepared = flag('DATABASE_PREPARED')
  const replicasOf = (name: string) =>
    replicaUrls.filter((each) => each.name === name).map(({ url }) => url)
  const secretKey = parse(
    'SECRET_KEY',
    toSecretKey,
    '32 bytes as 64 hexadecimal digits or as base64',
  )
  const previousSecretKeys =
    parse(
      'SECRET_KEY_PREVIOUS',
      toSecretKeys,
      'one or more keys, separated by commas, each 32 bytes as 64 hexadecimal digits or as base64',
    ) ?? []
  if (env.DATABASE_URL !== undefined && env.SECRET_KEY === undefined)
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes, for example from `openssl rand -hex 32`.',
    )
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
    problems.push('MAIL_FROM is required with SMTP_URL: the address that mail comes from.')
  const s3 = toStore(
    env,
    parse('S3_ENDPOINT', toBucketUrl, 'the http:// or https:// URL of a bucket'),
    problems,
  )
  const config: Config = {
    host:
      parse('HOST', toHost, 'a host name or an IP address') ??
      (databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    port: port('PORT') ?? 3000,
    ingestPort: port('INGEST_PORT') ?? 3001,
    simulatorPort: port('SIMULATOR_PORT') ?? 3002,
    metricsPort: port('METRICS_PORT'),
    metricsToken: parse('METRICS_TOKEN', toToken, 'at least 16 characters without spaces'),
    trustedProxies:
      parse('TRUST_PROXY', toAddresses, 'IP addresses or subnets, such as 10.0.0.0/8,::1') ?? [],
    publicUrl: '',
    ingestUrl: '',
    database: {
      url: databaseUrl,
      directUrl,
      isShared: databaseUrl !== undefined,
      replicaUrls: replicasOf(MAIN),
      shards: shardUrls.map(({ name, url }) => ({
        name,
        url,
        directUrl: findDirectUrl(name),
        replicaUrls: replicasOf(name),
        prepared: prepared ?? findDirectUrl(name) === undefined,
      })),
      isPgdog,
      prepared: prepared ?? directUrl === undefined,
      embeddedPort: port('DATABASE_PORT'),
      poolMax: parse('DATABASE_POOL_MAX', toNumber(2, 200), 'a number from 2 to 200') ?? 10,
    },
    dataDir: resolve(env.DATA_DIR ?? './data'),
    webDir: resolve(env.WEB_DIR ?? join(import.meta.dirname, '../web/dist')),
    secretKey,
    previousSecretKeys,
    allowLocalWebhooks: flag('ALLOW_LOCAL_WEBHOOKS') ?? false,
    demo: flag('DEMO'),
    whatsapp: { appSecret: env.WHATSAPP_APP_SECRET, verifyToken: env.WHATSAPP_VERIFY_TOKEN },
    platformSettings: Object.fromEntries(
      Object.entries(env).filter(([name]) => isOfPlatform(name)),
    ),
    graphUrl: url('GRAPH_URL'),
    mail: {
      smtpUrl: parse('SMTP_URL', toSmtpUrl, 'an smtp:// or smtps:// URL'),
      from: parse('MAIL_FROM', toSender, 'an email address, or Name <address>'),
    },
    operatorEmails:
      parse('OPERATOR_EMAILS', toEmails, 'email addresses, separated by commas') ?? [],
    s3,
    backup: toBackupSettings(env, { s3, problems }),
    drainMs:
      1000 *
      (parse('DRAIN_SECONDS', toDrainSeconds, 'a number of seconds from 0 to 300') ??
        (databaseUrl ? DRAIN_SECONDS : 0)),
    sendConfirmMs:
      1000 *
      (parse('SEND_CONFIRM_SECONDS', toNumber(0, 86_400), 'a number of seconds from 0 to 86400') ??
        900),
    retentionDayMs:
      1000 *
      (parse('RETENTION_DAY_SECONDS', toNumber(1, 86_400), 'a number of seconds from 1 to 86400') ??
        86_400),
    logLevel: parse('LOG_LEVEL', toLogLevel, `one of ${logLevels.join(', ')}`) ?? 'info',
    accessLog: flag('ACCESS_LOG') ?? false,
    tracing: readTracing(env, problems),
    sessions: {
      idleHours: hours('SESSION_IDLE_HOURS') ?? 30 * 24,
      maxHours: hours('SESSION_MAX_HOURS') ?? 90 * 24,
    },
    quotas: {
      endpoints: quota('WORKSPACE_ENDPOINTS_MAX') ?? 100,
      keys: quota('WORKSPACE_KEYS_MAX') ?? 100,
      forms: quota('WORKSPACE_FORMS_MAX') ?? 100,
      streams: quota('WORKSPACE_STREAMS_MAX') ?? 200,
      storageMib: quota('WORKSPACE_STORAGE_MIB_MAX') ?? 100 * 1024,
    },
    visitors: {
      storagePercent:
        parse('VISITOR_STORAGE_PERCENT', toNumber(1, 100), 'a number from 1 to 100') ?? 20,
      filesPerMinute: quota('VISITOR_FILES_PER_MINUTE') ?? 30,
      conversationsPerMinute: quota('VISITOR_CONVERSATIONS_PER_MINUTE') ?? 60,
    },
    memberRate: parse('MEMBER_RATE', toNumber(10, 10_000), 'a number from 10 to 10000') ?? 100,
    passwordCost: parse('PASSWORD_COST', toNumber(14, 20), 'a number from 14 to 20') ?? 14,
  }
  config.publicUrl = url('PUBLIC_URL') ?? `http://localhost:${config.port}`
  config.ingestUrl = url('INGEST_PUBLIC_URL') ?? `http://localhost:${config.ingestPort}`
  const { port: apiPort, ingestPort, simulatorPort, metricsPort } = config
  const ports = [apiPort, ingestPort, simulatorPort, metricsPort].filter((each) => each)
  if (new Set(ports).size < ports.length)
    problems.push('PORT, INGEST_PORT, SIMULATOR_PORT and METRICS_PORT must differ from each other.')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function toStore(
  env: Env,
  endpoint: string | undefined,
  problems: string[],
): StoreConfig | undefined {
  const missing = storeNames.filter((name) => env[name] === undefined)
  if (missing.length > 0 && missing.length < storeNames.length)
    problems.push(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} required beside the other settings of the store of files.`,
    )
  const { S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = env
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY
  if (!endpoint || !region || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, region, accessKeyId, secretAccessKey }
}

function shown(name: keyof Env, text: string): string {
  const secrets = [
    'METRICS_TOKEN',
    'SECRET_KEY',
    'SECRET_KEY_PREVIOUS',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'SMTP_URL',
    'S3_ENDPOINT',
  ]
  if (secrets.includes(name)) return '…'
  return text.replace(/[^/]*@/g, '…@').slice(0, 60)
}

function toLogLevel(text: string): Config['logLevel'] | undefined {
  return logLevels.find((level) => level === text)
}
