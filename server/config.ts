import { isIP } from 'node:net'
import { join, resolve } from 'node:path'

/** The environment variables that the product reads, as text. */
type Env = Record<(typeof names)[number], string | undefined>

const names = [
  'PORT',
  'INGEST_PORT',
  'SIMULATOR_PORT',
  'METRICS_PORT',
  'HOST',
  'PUBLIC_URL',
  'INGEST_PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_PORT',
  'DATABASE_POOL_MAX',
  'DATA_DIR',
  'WEB_DIR',
  'TRUST_PROXY',
  'SECRET_KEY',
  'ALLOW_LOCAL_WEBHOOKS',
  'DEMO',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'GRAPH_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'LOG_LEVEL',
] as const

/** The configuration of a process. Port 0 means any free port (used in tests). `secretKey` has 32 bytes. */
export type Config = {
  host: string
  port: number
  ingestPort: number
  simulatorPort: number
  metricsPort: number | undefined
  trustedProxies: string[]
  publicUrl: string
  ingestUrl: string
  database: { url: string | undefined; embeddedPort: number | undefined; poolMax: number }
  dataDir: string
  /** The folder of the built web app. */
  webDir: string
  secretKey: Buffer | undefined
  allowLocalWebhooks: boolean
  demo: boolean | undefined
  whatsapp: { appSecret: string | undefined; verifyToken: string | undefined }
  graphUrl: string | undefined
  mail: { smtpUrl: string | undefined; from: { name: string; address: string } | undefined }
  s3: StoreConfig | undefined
  logLevel: (typeof logLevels)[number]
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

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
  return Object.fromEntries(names.map((name) => [name, env[name] || undefined])) as Env
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
  const flag = (name: keyof Env) => parse(name, toFlag, '"true" or "false"')
  const url = (name: keyof Env) => parse(name, toHttpUrl, 'an http:// or https:// URL')

  const databaseUrl = parse('DATABASE_URL', toDatabaseUrl, 'a postgres:// address')
  const secretKey = parse(
    'SECRET_KEY',
    toSecretKey,
    '32 bytes as 64 hexadecimal digits or as base64',
  )
  if (env.DATABASE_URL !== undefined && env.SECRET_KEY === undefined)
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes, for example from `openssl rand -hex 32`.',
    )
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
    problems.push('MAIL_FROM is required with SMTP_URL: the address that mail comes from.')
  const config: Config = {
    host:
      parse('HOST', toHost, 'a host name or an IP address') ??
      (databaseUrl ? '0.0.0.0' : '127.0.0.1'),
    port: port('PORT') ?? 3000,
    ingestPort: port('INGEST_PORT') ?? 3001,
    simulatorPort: port('SIMULATOR_PORT') ?? 3002,
    metricsPort: port('METRICS_PORT'),
    trustedProxies:
      parse('TRUST_PROXY', toAddresses, 'IP addresses or subnets, such as 10.0.0.0/8,::1') ?? [],
    publicUrl: '',
    ingestUrl: '',
    database: {
      url: databaseUrl,
      embeddedPort: port('DATABASE_PORT'),
      poolMax: parse('DATABASE_POOL_MAX', toPoolMax, 'a number from 2 to 200') ?? 10,
    },
    dataDir: resolve(env.DATA_DIR ?? './data'),
    webDir: resolve(env.WEB_DIR ?? join(import.meta.dirname, '../web/dist')),
    secretKey,
    allowLocalWebhooks: flag('ALLOW_LOCAL_WEBHOOKS') ?? false,
    demo: flag('DEMO'),
    whatsapp: { appSecret: env.WHATSAPP_APP_SECRET, verifyToken: env.WHATSAPP_VERIFY_TOKEN },
    graphUrl: url('GRAPH_URL'),
    mail: {
      smtpUrl: parse('SMTP_URL', toSmtpUrl, 'an smtp:// or smtps:// URL'),
      from: parse('MAIL_FROM', toSender, 'an e-mail address, or Name <address>'),
    },
    s3: toStore(
      env,
      parse('S3_ENDPOINT', toBucketUrl, 'the http:// or https:// URL of a bucket'),
      problems,
    ),
    logLevel: parse('LOG_LEVEL', toLogLevel, `one of ${logLevels.join(', ')}`) ?? 'info',
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
  if (['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'S3_ENDPOINT'].includes(name)) return '…'
  return text.replace(/[^/]*@/, '…@').slice(0, 60)
}

function toPort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

function toPoolMax(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) >= 2 && Number(text) <= 200
    ? Number(text)
    : undefined
}

function toFlag(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}

function toHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined
}

function toAddresses(text: string): string[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isAddressOrSubnet) ? parts : undefined
}

function isAddressOrSubnet(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

function toLogLevel(text: string): Config['logLevel'] | undefined {
  return logLevels.find((level) => level === text)
}

function toHttpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : undefined
}

function toBucketUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && !url.username && !url.password && !url.search ? toHttpUrl(text) : undefined
}

function toDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^postgres(ql)?:$/.test(url.protocol) ? text : undefined
}

function toSmtpUrl(text: string): string | undefined {
  const url = URL.parse(text)
  return url && /^smtps?:$/.test(url.protocol) && url.hostname ? text : undefined
}

function toSender(text: string): Config['mail']['from'] {
  const [, quoted, plain = '', inBrackets, bare] =
    /^(?:(?:"([^"\\<>]*)"|([^"<>]*?))\s*<([^\s<>]+)>|([^\s<>]+))$/u.exec(text.trim()) ?? []
  const address = inBrackets ?? bare ?? ''
  if (!/^[^\s@,;:"()]+@[^\s@,;:"()]+$/.test(address) || /\p{Cc}/u.test(text)) return undefined
  return { name: quoted ?? plain, address }
}

function toSecretKey(text: string): Buffer | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(text, 'base64')
  return bytes.length === 32 ? bytes : undefined
}
