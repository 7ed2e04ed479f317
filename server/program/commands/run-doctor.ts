import { lookup } from 'node:dns/promises'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { META_GRAPH_URL, readEnv, toConfig } from '#lib/settings/config.ts'
import type { Config } from '#lib/settings/config.ts'
import { CLOCK_DIFFERENCE_MS_MAX } from '#db/connecting/open-database-clock.ts'
import { hasTable } from '#db/connecting/has-table.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { checkReadWrite } from '#db/connecting/pooled-client.ts'
import { openClient } from '#db/pool.ts'
import type { Client } from '#db/pool.ts'
import { describeServers } from '#lib/settings/database-servers.ts'
import { holdsKeys } from '#db/instance/has-secret-keys.ts'
import { checkMailServer } from '#account/mail/create-mailer.ts'
import { firstOf } from '#lib/first-of.ts'
import { checkMediaStorage } from '#media/check-media-storage.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { errorFields, toError } from '#lib/errors.ts'
import { findChannelTypes } from '#platforms/registry/platforms.ts'
import { DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { DEMO_NUMBER } from '../demo/demo-number.ts'
import { checkData } from './check-data.ts'
import { WRONG_KEY } from '../start/check-secret-key.ts'
import { explainError } from '../start/explain-error.ts'
import { openDatabase } from '../start/open-database.ts'
import { withSecretKey } from '../start/with-secret-key.ts'
import { StartError } from '../start/start-error.ts'
import { tryPort } from '../start/try-port.ts'
import type { Result } from './print-result.ts'

type Check = { name: string; ok: boolean; detail: string }

/** The timeout of a DNS look-up. */
const DNS_MS = 5_000

/** Runs `doctor`: checks everything that Parley needs, one line each; `deep` reads all data. Sets `failure` if a check failed. */
export async function runDoctor({ deep = false }: { deep?: boolean } = {}): Promise<
  Result & { failure?: string }
> {
  const config = toConfig(readEnv())
  const database = await checkDatabase(config, deep)
  const checks = [
    ...database.checks,
    await checkPort('PORT', config.port, config.host),
    await checkPort('INGEST_PORT', config.ingestPort, config.host),
    ...(database.isDemo
      ? [await checkPort('SIMULATOR_PORT', config.simulatorPort, '127.0.0.1')]
      : []),
    await check('secrets', async () => describeSecrets(config, database.keyIds)),
    ...(database.hasAccounts ? [await check('dns', async () => lookUp(config))] : []),
    ...(config.s3 ? [await check('files', async () => tryStore(config))] : []),
    ...(config.mail.smtpUrl === undefined
      ? []
      : [await check('mail', async () => tryMail(config.mail.smtpUrl!))]),
  ]
  const failed = checks.filter((each) => !each.ok)
  const width = Math.max(...checks.map((each) => each.name.length))
  return {
    json: { ok: failed.length === 0, checks },
    lines: checks.map(
      ({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${detail}`,
    ),
    ...(failed.length > 0 && {
      failure: `${failed.length} of ${checks.length} checks failed: ${failed.map((each) => each.name).join(', ')}.`,
    }),
  }
}

async function check(name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await run() }
  } catch (err) {
    return { name, ok: false, detail: explainError(err).join(' ') }
  }
}

/**
 * Checks the database, and reads the ids of the keys that encrypt its secrets, whether it is started as a demo, whose simulator has a
 * port, and whether a channel is connected to Meta, unlike the demo's, which the simulator plays.
 */
async function checkDatabase(
  config: Config,
  deep: boolean,
): Promise<{ checks: Check[]; keyIds: Buffer[]; isDemo: boolean; hasAccounts: boolean }> {
  const { url } = config.database
  if (url === undefined && !existsSync(join(config.dataDir, 'postgres')))
    return {
      checks: [await check('database', async () => describeNew(config.dataDir))],
      keyIds: [],
      isDemo: config.demo ?? false,
      hasAccounts: false,
    }
  const checks: Check[] = []
  let keyIds: Buffer[] = []
  let hasDemo = false
  let hasAccounts = false
  const answer = await check('database', async () => {
    await using database = await openDatabase(config, { transient: true, log: () => undefined })
    await using client = await openClient(database.url, 'parley doctor')
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    )
    checks.push(await check('migrations', () => countPending(client)))
    checks.push(await check('clock', () => compareClocks(client)))
    checks.push(await check('data', () => checkData(client, { deep })))
    keyIds = await readKeyIds(client)
    if (await hasTable(client, 'channel_routes')) {
      const { rows: accounts } = await client.query<{ isDemo: boolean }>(
        `select distinct (platform, account) = ($2, $3) as "isDemo" from channel_routes where platform <> all ($1)`,
        [
          findChannelTypes(({ capabilities }) => capabilities.isHosted),
          DEMO_CHANNEL_TYPE,
          DEMO_NUMBER.phoneNumberId,
        ],
      )
      hasDemo = accounts.some(({ isDemo }) => isDemo)
      hasAccounts = accounts.some(({ isDemo }) => !isDemo)
    }
    await checkReadWrite(client)
    if (database.directUrl !== database.url)
      checks.push(await check('pooler', () => describePooler(client, config)))
    const host = url === undefined ? new URL(database.url).host : describeServers(url)
    return `PostgreSQL ${firstOf(rows).version} at ${host}${url === undefined ? ', embedded' : ''}`
  })
  const isDemo = config.demo ?? (url === undefined && hasDemo)
  return { checks: [answer, ...checks], keyIds, isDemo, hasAccounts }
}

/** Describes the connection through a pooler: whether the server limits its statements, and how they are prepared. */
async function describePooler(client: Client, { database }: Config): Promise<string> {
  const { rows } = await client.query<{ statement_timeout: string }>('show statement_timeout')
  const limit = firstOf(rows).statement_timeout
  const statements = `statements ${database.prepared ? 'are' : 'are not'} prepared`
  if (limit !== '0') return `statement_timeout is ${limit}, ${statements}`
  return `statement_timeout is not set: set it for the database user, see docs/operations/scaling.md; ${statements}`
}

/** Returns the ids of the keys that encrypt the secrets of the database; none before its migration. */
async function readKeyIds(client: Client): Promise<Buffer[]> {
  if (!(await hasTable(client, 'secret_keys'))) return []
  const { rows } = await client.query<{ id: Buffer }>('select id from secret_keys')
  return rows.map((row) => row.id)
}

function describeNew(dataDir: string): string {
  let existing = dataDir
  while (!existsSync(existing)) existing = join(existing, '..')
  accessSync(existing, constants.W_OK)
  return `embedded, created in ${dataDir} at the first start`
}

async function countPending(client: Client): Promise<string> {
  const known = await listMigrations()
  const { rows } = (await hasTable(client, 'migrations'))
    ? await client.query<{ name: string }>('select name from migrations')
    : { rows: [] }
  const applied = new Set(rows.map((row) => row.name))
  const pending = known.filter((name) => !applied.has(name))
  if (pending.length > 0)
    throw new StartError(`${pending.length} pending. Run "migrate", or start Parley.`)
  return `all ${known.length} applied`
}

async function compareClocks(client: Client): Promise<string> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  const offMs = Math.round(firstOf(rows).now.getTime() - (before + after) / 2)
  if (Math.abs(offMs) > CLOCK_DIFFERENCE_MS_MAX)
    throw new StartError(
      `${offMs} ms off the database's clock. Synchronize both with a time server.`,
    )
  return `${Math.abs(offMs)} ms off the database's clock`
}

async function checkPort(name: string, port: number, host: string): Promise<Check> {
  return check(name, async () => {
    if (port === 0) return 'any free port'
    const refusal = await tryPort(port, host).then(
      () => undefined,
      (err: unknown) => errorFields(err).code ?? toError(err).message,
    )
    if (refusal === undefined) return `${port} is free`
    if (refusal === 'EADDRINUSE' && (await isOurs(port, host))) return `${port} is used by Parley`
    throw new StartError(
      refusal === 'EADDRINUSE'
        ? `${port} is in use by another program. Stop that program, or set ${name} to another port.`
        : `cannot listen on port ${port} of ${host} (${refusal}).`,
    )
  })
}

async function isOurs(port: number, host: string): Promise<boolean> {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  try {
    const answer = await fetch(`http://${address}:${port}/health/live`, {
      signal: AbortSignal.timeout(2_000),
    })
    return answer.ok
  } catch {
    return false
  }
}

function describeSecrets(config: Config, keyIds: Buffer[]): string {
  const file = join(config.dataDir, 'secret-key')
  if (config.secretKey || existsSync(file)) {
    if (!holdsKeys(withSecretKey(config), keyIds)) throw new StartError(WRONG_KEY)
    return config.secretKey ? 'SECRET_KEY is set' : `the secret key is in ${file}`
  }
  if (existsSync(join(config.dataDir, 'postgres'))) throw new StartError(`${file} is missing.`)
  return `created in ${config.dataDir} at the first start`
}

async function lookUp(config: Config): Promise<string> {
  const { hostname } = new URL(config.graphUrl ?? META_GRAPH_URL)
  const late = new AbortController()
  try {
    await Promise.race([
      lookup(hostname),
      delay(DNS_MS, undefined, { signal: late.signal }).then(() => {
        throw new Error('no response')
      }),
    ])
    return `${hostname} resolves`
  } catch (err) {
    const { code, message } = errorFields(err)
    throw new StartError(`${hostname} does not resolve (${code ?? message}).`)
  } finally {
    late.abort()
  }
}

async function tryStore(config: Config): Promise<string> {
  const { endpoint } = config.s3!
  try {
    await checkMediaStorage(createMediaStorage(config))
    return `files are stored at ${endpoint}`
  } catch (err) {
    const { message } = toError(errorFields(err).cause ?? err)
    throw new StartError(`${endpoint} cannot be used: ${message}. Check the S3_… settings.`)
  }
}

async function tryMail(smtpUrl: string): Promise<string> {
  const { host } = new URL(smtpUrl)
  try {
    await checkMailServer(smtpUrl)
    return `${host} accepts mail`
  } catch (err) {
    throw new StartError(`${host} does not accept mail: ${toError(err).message}`)
  }
}
