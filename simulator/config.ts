import { isIP } from 'node:net'
import { KNOBS, NO_CHAOS } from './chaos/chaos.ts'
import type { ChaosSettings } from './chaos/chaos.ts'
import { isPrivateAddress } from './private-addresses.ts'

/** Pauses between the attempts of a webhook, and when to stop; milliseconds. */
interface RetryTimes {
  firstMs: number
  longestMs: number
  giveUpAfterMs: number
}

/** A business number that exists from the start. */
interface ConfiguredNumber {
  phoneNumberId: string
  displayPhoneNumber?: string
  wabaId?: string
}

/** The configuration of a simulator; `token: null` accepts every `sim_…` token. */
export interface SimulatorConfig {
  port: number
  host: string
  appSecret: string
  verifyToken: string
  webhookUrl: string
  token: string | null
  logLevel: string
  retry: RetryTimes
  /** Enforces every rule of the platform, including those that refuse a newcomer's first message. */
  strict?: boolean
  chaos?: Partial<ChaosSettings>
  numbers?: ConfiguredNumber[]
  /** Origins whose pages may embed the simulator's pages. */
  parents?: string[]
}

/** Thrown by `toConfig`, with one readable line per mistake. */
export class ConfigError extends Error {
  readonly mistakes: string[]

  constructor(mistakes: string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** The prefix of every token that the simulator accepts, so that none can be mistaken for a real one. */
const TOKEN_PREFIX = 'sim_'

/** Meta retries for up to seven days with growing pauses; here the pauses stay short. */
const DEFAULT_RETRY: RetryTimes = {
  firstMs: 500,
  longestMs: 5_000,
  giveUpAfterMs: 7 * 24 * 60 * 60 * 1000,
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const REAL_HOSTS = [
  'facebook.com',
  'facebook.net',
  'fb.com',
  'fbcdn.net',
  'fbsbx.com',
  'instagram.com',
  'messenger.com',
  'meta.com',
  'whatsapp.com',
  'whatsapp.net',
]

/** Returns whether a host name belongs to the real platform, at any depth of subdomain. */
export function isRealHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '')
  return REAL_HOSTS.some((real) => name === real || name.endsWith(`.${real}`))
}

/** Returns the process environment; nothing else in the simulator reads it. */
export function readEnv(): NodeJS.ProcessEnv {
  return process.env
}

/** Returns the validated configuration, or throws a `ConfigError` that lists all mistakes. */
export function toConfig(env: NodeJS.ProcessEnv): SimulatorConfig {
  const mistakes: string[] = []

  function required(name: string, meaning: string): string {
    const value = env[name]?.trim() ?? ''
    if (value === '') mistakes.push(`${name} is missing: ${meaning}.`)
    return value
  }

  const port = Number(env.SIMULATOR_PORT?.trim() || 3002)
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    mistakes.push(
      `SIMULATOR_PORT must be a port number from 0 to 65535, not "${env.SIMULATOR_PORT}".`,
    )
  }
  const host = env.HOST?.trim() || '127.0.0.1'
  if (isRealHost(host)) {
    mistakes.push(
      `HOST is "${host}", a host of the real platform. Set HOST to an address of this machine.`,
    )
  }
  const appSecret = required('WHATSAPP_APP_SECRET', 'the secret that webhooks are signed with')
  const verifyToken = required('WHATSAPP_VERIFY_TOKEN', 'the token of the verification handshake')
  const webhookUrl = env.WEBHOOK_URL?.trim() || 'http://localhost:3001/webhook/whatsapp'
  const mistake = mistakeOfWebhookUrl(webhookUrl)
  if (mistake) mistakes.push(mistake)
  const token = env.SIMULATOR_TOKEN?.trim() || null
  if (token !== null && !isSimulatorToken(token)) {
    mistakes.push(
      `SIMULATOR_TOKEN must start with "${TOKEN_PREFIX}", followed by at least one character and no spaces.`,
    )
  }
  const logLevel = env.LOG_LEVEL?.trim() || 'info'
  if (!LOG_LEVELS.includes(logLevel)) {
    mistakes.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}".`)
  }

  const strict = toStrict(env.SIMULATOR_STRICT, mistakes)
  const chaos = toChaos(env.SIMULATOR_CHAOS, env.SIMULATOR_SEED, mistakes)
  const numbers = toNumbers(env.SIMULATOR_NUMBERS, mistakes)
  const parents = toParents(env.SIMULATOR_PARENTS, mistakes)

  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return {
    port,
    host,
    appSecret,
    verifyToken,
    webhookUrl,
    token,
    logLevel,
    retry: DEFAULT_RETRY,
    strict,
    chaos,
    numbers,
    parents,
  }
}

function toStrict(value: string | undefined, mistakes: string[]): boolean {
  const word = value?.trim() || 'false'
  if (word !== 'true' && word !== 'false') {
    mistakes.push(`SIMULATOR_STRICT must be true or false, not "${value}".`)
  }
  return word === 'true'
}

function toChaos(
  list: string | undefined,
  seed: string | undefined,
  mistakes: string[],
): Partial<ChaosSettings> {
  const chaos: Partial<ChaosSettings> = seed?.trim() ? { seed: seed.trim() } : {}
  for (const item of list?.split(',').filter((one) => one.trim() !== '') ?? []) {
    const [name = '', number = ''] = item.split('=').map((part) => part.trim())
    const value = Number(number)
    const isKnob = (KNOBS as readonly string[]).includes(name)
    const isKnown = isKnob || (name in NO_CHAOS && name !== 'seed')
    if (!isKnown || number === '' || !(value >= 0) || (isKnob && value > 1)) {
      mistakes.push(
        `SIMULATOR_CHAOS must be a list like duplicate=0.1,drop=0.05 of ${KNOBS.join(', ')}; not "${item.trim()}".`,
      )
    } else Object.assign(chaos, { [name]: value })
  }
  return chaos
}

function toParents(list: string | undefined, mistakes: string[]): string[] {
  const origins = list?.split(',').map((one) => one.trim()) ?? []
  return origins.filter(Boolean).filter((origin) => {
    const isOrigin = URL.parse(origin)?.origin === origin && /^https?:/.test(origin)
    if (!isOrigin)
      mistakes.push(
        `SIMULATOR_PARENTS must be a list of origins like http://localhost:3000, not "${origin}".`,
      )
    return isOrigin
  })
}

function toNumbers(list: string | undefined, mistakes: string[]): ConfiguredNumber[] {
  const items = list?.split(',').filter((one) => one.trim() !== '') ?? []
  return items.flatMap((item) => {
    const [phoneNumberId = '', display = '', wabaId = ''] = item.split(':').map((one) => one.trim())
    const displayPhoneNumber = display.replace(/\D/g, '')
    if (!/^\d{1,30}$/.test(phoneNumberId) || !/^\d*$/.test(wabaId)) {
      mistakes.push(
        `SIMULATOR_NUMBERS must be a list of phone-number-id[:phone[:account-id]], not "${item.trim()}".`,
      )
      return []
    }
    return [
      {
        phoneNumberId,
        ...(displayPhoneNumber && { displayPhoneNumber }),
        ...(wabaId && { wabaId }),
      },
    ]
  })
}

/** Returns whether a token has the simulator's form: the prefix and at least one more character. */
export function isSimulatorToken(token: string): boolean {
  return /^sim_\S+$/.test(token)
}

/** Returns what is wrong with a webhook address in one line, or undefined when it is allowed. */
export function mistakeOfWebhookUrl(webhookUrl: string): string | undefined {
  if (!URL.canParse(webhookUrl)) return `WEBHOOK_URL is not a valid URL: "${webhookUrl}".`
  const { protocol, hostname } = new URL(webhookUrl)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `WEBHOOK_URL must start with http:// or https://, not "${protocol}".`
  }
  if (isRealHost(hostname)) {
    return `WEBHOOK_URL is on "${hostname}", a host of the real platform, which the simulator never calls.`
  }
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !isPrivateAddress(address)) {
    return `WEBHOOK_URL is on "${address}": the simulator only calls loopback and private addresses.`
  }
  return undefined
}
