import { join, resolve } from 'node:path'
import { BACKUP_NAMES, toBackupSettings } from './to-backup-settings.ts'
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
} from './config-values.ts'
import { readSettings, secret, setting } from './read-settings.ts'
import { MAIN, toDirectUrls, toReplicaUrls, toShards } from './named-url.ts'
import type { NamedUrl } from './named-url.ts'
import { toSecretKey, toSecretKeys } from './to-secret-keys.ts'
import { readTracing, TRACING_SETTINGS } from '../tracing/tracing-config.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = setting(toPort, 'a port number from 0 to 65535')
const quota = setting(toCount(999_999_999), 'a number from 1 to 999999999')
const hours = setting(toCount(8760), 'a number of hours from 1 to 8760')
const flag = setting(toFlag, '"true" or "false"')
const url = setting(toHttpUrl, 'an http:// or https:// URL')
const text = setting((given) => given, 'a text')

const numberIn = (min: number, max: number) =>
  setting(toNumber(min, max), `a number from ${min} to ${max}`)
const secondsIn = (min: number, max: number) =>
  setting(toNumber(min, max), `a number of seconds from ${min} to ${max}`)

/** The environment variables of the product; `docs/settings.md` explains them. */
const SETTINGS = {
  PORT: port,
  INGEST_PORT: port,
  SIMULATOR_PORT: port,
  METRICS_PORT: port,
  METRICS_TOKEN: secret(toToken, 'at least 16 characters without spaces'),
  HOST: setting(toHost, 'a host name or an IP address'),
  PUBLIC_URL: url,
  INGEST_PUBLIC_URL: url,
  DATABASE_URL: secret(toDatabaseUrl, 'a postgres:// address'),
  DATABASE_DIRECT_URL: secret(
    toDirectUrls,
    'a postgres:// address, or several separated by spaces with names of shards, such as b=postgres://…, each once',
  ),
  DATABASE_REPLICA_URLS: setting(
    toReplicaUrls,
    'postgres:// addresses of one server each, separated by commas or spaces, those of further shards with their names, such as b=postgres://…',
  ),
  DATABASE_SHARD_URLS: setting(
    toShards,
    'names with postgres:// addresses, such as b=postgres://…, separated by spaces; each name once, and none "main"',
  ),
  DATABASE_PREPARED: flag,
  DATABASE_PORT: port,
  DATABASE_POOL_MAX: numberIn(2, 200),
  MEMBER_RATE: numberIn(10, 10_000),
  PASSWORD_COST: numberIn(14, 20),
  DATA_DIR: text,
  WEB_DIR: text,
  TRUST_PROXY: setting(toAddresses, 'IP addresses or subnets, such as 10.0.0.0/8,::1'),
  SECRET_KEY: secret(toSecretKey, '32 bytes as 64 hexadecimal digits or as base64'),
  SECRET_KEY_PREVIOUS: secret(
    toSecretKeys,
    'one or more keys, separated by commas, each 32 bytes as 64 hexadecimal digits or as base64',
  ),
  ALLOW_LOCAL_WEBHOOKS: flag,
  DEMO: flag,
  WHATSAPP_APP_SECRET: text,
  WHATSAPP_VERIFY_TOKEN: text,
  GRAPH_URL: url,
  SMTP_URL: secret(toSmtpUrl, 'an smtp:// or smtps:// URL'),
  MAIL_FROM: setting(toSender, 'an email address, or Name <address>'),
  OPERATOR_EMAILS: setting(toEmails, 'email addresses, separated by commas'),
  S3_ENDPOINT: secret(toBucketUrl, 'the http:// or https:// URL of a bucket'),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  DRAIN_SECONDS: setting(toDrainSeconds, 'a number of seconds from 0 to 300'),
  RETENTION_DAY_SECONDS: secondsIn(1, 86_400),
  SEND_CONFIRM_SECONDS: secondsIn(0, 86_400),
  LOG_LEVEL: setting(toLogLevel, `one of ${logLevels.join(', ')}`),
  ACCESS_LOG: flag,
  SESSION_IDLE_HOURS: hours,
  SESSION_MAX_HOURS: hours,
  WORKSPACE_ENDPOINTS_MAX: quota,
  WORKSPACE_KEYS_MAX: quota,
  WORKSPACE_FORMS_MAX: quota,
  WORKSPACE_STREAMS_MAX: quota,
  WORKSPACE_STORAGE_MIB_MAX: quota,
  VISITOR_STORAGE_PERCENT: numberIn(1, 100),
  VISITOR_FILES_PER_MINUTE: quota,
  VISITOR_CONVERSATIONS_PER_MINUTE: quota,
}

type Name = keyof typeof SETTINGS
type Given = ReturnType<typeof readGiven>

/** The environment variables that the product reads, as text; those of a platform start with its type. */
type Env = Record<
  Name | (typeof TRACING_SETTINGS)[number] | (typeof BACKUP_NAMES)[number],
  string | undefined
> &
  PlatformSettings

/** The environment variables of the platforms, such as WHATSAPP_APP_SECRET. */
type PlatformSettings = Readonly<Record<`${Uppercase<ChannelType>}_${string}`, string | undefined>>

/** The configuration of a process. */
export type Config = ReturnType<typeof toConfig>

/** Something of which a workspace has a limited number. */
export type QuotaName = keyof Config['quotas']

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
  const names = [...Object.keys(SETTINGS), ...TRACING_SETTINGS, ...BACKUP_NAMES]
  const known = [...names, ...Object.keys(env).filter(isOfPlatform)]
  return Object.fromEntries(known.map((name) => [name, env[name] || undefined])) as Env
}

function isOfPlatform(name: string): boolean {
  return CHANNEL_TYPES.some((type) => name.startsWith(`${type.toUpperCase()}_`))
}

/** Returns the environment for a child process: that of this process, with `more`. */
export function createChildEnv(more: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...more }
}

/** Reads the variables of remote commands, which need no others. */
export function readRemoteEnv(env: NodeJS.ProcessEnv = process.env): RemoteEnv {
  return { apiKey: env['PARLEY_API_KEY'] || undefined, url: env['PARLEY_URL'] || undefined }
}

/**
 * Parses the environment variables and fills in the defaults. Port 0 means any free port (used in tests).
 *
 * @throws {ConfigError} with one problem for each invalid variable
 */
export function toConfig(env: Env) {
  const problems: string[] = []
  const given = readGiven(env, problems)
  const database = toDatabase(given, problems)
  refuseIncomplete(env, given, problems)
  const s3 = toStore(env, given.S3_ENDPOINT, problems)
  const platformSettings: PlatformSettings = Object.fromEntries(
    Object.entries(env).filter(([name]) => isOfPlatform(name)),
  )
  const ports = {
    port: given.PORT ?? 3000,
    ingestPort: given.INGEST_PORT ?? 3001,
    simulatorPort: given.SIMULATOR_PORT ?? 3002,
    metricsPort: given.METRICS_PORT,
  }
  const config = {
    ...ports,
    host: given.HOST ?? (database.isShared ? '0.0.0.0' : '127.0.0.1'),
    /** The token that `/metrics` requires. Without one, it only answers callers on this machine. */
    metricsToken: given.METRICS_TOKEN,
    trustedProxies: given.TRUST_PROXY ?? [],
    publicUrl: given.PUBLIC_URL ?? `http://localhost:${ports.port}`,
    ingestUrl: given.INGEST_PUBLIC_URL ?? `http://localhost:${ports.ingestPort}`,
    database,
    dataDir: resolve(given.DATA_DIR ?? './data'),
    /** The folder of the built web app. */
    webDir: resolve(given.WEB_DIR ?? join(import.meta.dirname, '../../../web/dist')),
    /** 32 bytes. */
    secretKey: given.SECRET_KEY,
    /** Other keys that stored secrets may be encrypted with; they only decrypt. */
    previousSecretKeys: given.SECRET_KEY_PREVIOUS ?? [],
    allowLocalWebhooks: given.ALLOW_LOCAL_WEBHOOKS ?? false,
    demo: given.DEMO,
    whatsapp: { appSecret: given.WHATSAPP_APP_SECRET, verifyToken: given.WHATSAPP_VERIFY_TOKEN },
    /** The environment variables that start with the type of a platform. */
    platformSettings,
    graphUrl: given.GRAPH_URL,
    mail: { smtpUrl: given.SMTP_URL, from: given.MAIL_FROM },
    /** The addresses, in lower case, of the users who operate the instance. */
    operatorEmails: given.OPERATOR_EMAILS ?? [],
    s3,
    backup: toBackupSettings(env, { s3, problems }),
    /** The time in which a process still answers requests after SIGTERM, while it is not ready, in milliseconds. */
    drainMs: 1000 * (given.DRAIN_SECONDS ?? (database.isShared ? DRAIN_SECONDS : 0)),
    /** How long after its time an attempt to send without a known outcome may wait for reports of the platform, in milliseconds. */
    sendConfirmMs: 1000 * (given.SEND_CONFIRM_SECONDS ?? 900),
    /** The length of a day of the retention in ms: less than a day only in tests of its work. */
    retentionDayMs: 1000 * (given.RETENTION_DAY_SECONDS ?? 86_400),
    logLevel: given.LOG_LEVEL ?? 'info',
    /** Whether the log has a line for each request. */
    accessLog: given.ACCESS_LOG ?? false,
    /** The receiver of traces; undefined turns tracing off. */
    tracing: readTracing(env, problems),
    /** A session ends after this many hours without a request, and this many hours after the sign-in. */
    sessions: {
      idleHours: given.SESSION_IDLE_HOURS ?? 30 * 24,
      maxHours: given.SESSION_MAX_HOURS ?? 90 * 24,
    },
    /** The most that one workspace can have. Streams count per process. */
    quotas: {
      endpoints: given.WORKSPACE_ENDPOINTS_MAX ?? 100,
      keys: given.WORKSPACE_KEYS_MAX ?? 100,
      forms: given.WORKSPACE_FORMS_MAX ?? 100,
      streams: given.WORKSPACE_STREAMS_MAX ?? 200,
      storageMib: given.WORKSPACE_STORAGE_MIB_MAX ?? 100 * 1024,
    },
    /** The share of a workspace's storage for anonymous visitors, and the limits of each web chat over all networks. */
    visitors: {
      storagePercent: given.VISITOR_STORAGE_PERCENT ?? 20,
      filesPerMinute: given.VISITOR_FILES_PER_MINUTE ?? 30,
      conversationsPerMinute: given.VISITOR_CONVERSATIONS_PER_MINUTE ?? 60,
    },
    /** The requests per second of a signed-in member, with bursts of twice that. */
    memberRate: given.MEMBER_RATE ?? 100,
    /** The base-2 logarithm of the memory cost of a password hash. */
    passwordCost: given.PASSWORD_COST ?? 14,
  }
  const used = Object.values(ports).filter((each) => each)
  if (new Set(used).size < used.length)
    problems.push('PORT, INGEST_PORT, SIMULATOR_PORT and METRICS_PORT must differ from each other.')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function readGiven(env: Env, problems: string[]) {
  return readSettings(SETTINGS, env, problems)
}

/** Returns the databases of the settings. */
function toDatabase(given: Given, problems: string[]) {
  const directUrls = given.DATABASE_DIRECT_URL ?? []
  const replicaUrls = given.DATABASE_REPLICA_URLS ?? []
  const shardUrls = given.DATABASE_SHARD_URLS ?? []
  const names = [MAIN, ...shardUrls.map(({ name }) => name)]
  for (const [setting, urls] of [
    ['DATABASE_DIRECT_URL', directUrls],
    ['DATABASE_REPLICA_URLS', replicaUrls],
  ] as const)
    for (const { name } of urls)
      if (!names.includes(name))
        problems.push(
          `${setting} has an address of the shard "${name}", which DATABASE_SHARD_URLS does not name.`,
        )
  const toServer = (shard: string) => {
    const directUrl = directUrls.find(({ name }) => name === shard)?.url
    return {
      /**
       * The server itself if `url` is a pooler in transaction mode, otherwise undefined; in a running process, the URL
       * for everything that needs a session of its own.
       */
      directUrl,
      /** The URLs of replicas of the server at `url` that answer reads. */
      replicaUrls: replicaUrls.filter(({ name }) => name === shard).map(({ url: each }) => each),
      /** Whether statements may have names. */
      prepared: given.DATABASE_PREPARED ?? directUrl === undefined,
    }
  }
  return {
    url: given.DATABASE_URL,
    ...toServer(MAIN),
    /** Whether other processes may use the database too: it is not the embedded one. */
    isShared: given.DATABASE_URL !== undefined,
    /** Further servers that hold workspaces. */
    shards: shardUrls.map((shard): ShardConfig => ({ ...shard, ...toServer(shard.name) })),
    embeddedPort: given.DATABASE_PORT,
    poolMax: given.DATABASE_POOL_MAX ?? 10,
  }
}

/** Adds a line to `problems` for each setting that another one needs. */
function refuseIncomplete(env: Env, given: Given, problems: string[]): void {
  const needs: [by: unknown, name: Name, why: string][] = [
    [env.DATABASE_DIRECT_URL, 'DATABASE_URL', 'DATABASE_DIRECT_URL: the address of the pooler'],
    [
      given.DATABASE_REPLICA_URLS,
      'DATABASE_URL',
      'DATABASE_REPLICA_URLS: the address of the primary',
    ],
    [
      given.DATABASE_SHARD_URLS,
      'DATABASE_URL',
      'DATABASE_SHARD_URLS: the address of the directory',
    ],
    [
      env.DATABASE_URL,
      'SECRET_KEY',
      'DATABASE_URL: 32 bytes, for example from `openssl rand -hex 32`',
    ],
    [env.SMTP_URL, 'MAIL_FROM', 'SMTP_URL: the address that mail comes from'],
  ]
  for (const [by, name, why] of needs)
    if (by !== undefined && env[name] === undefined)
      problems.push(`${name} is required with ${why}.`)
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

function toLogLevel(text: string): (typeof logLevels)[number] | undefined {
  return logLevels.find((level) => level === text)
}
