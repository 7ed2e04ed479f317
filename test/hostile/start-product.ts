import { setTimeout as delay } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Call } from '#test/app.ts'
import { createCall } from '#test/call.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { findPorts, startServer } from '#test/processes.ts'
import { signInTestMember } from '#test/session.ts'
import type { Scope } from '#db/context.ts'

/** A database with a workspace in it. */
export type Place = { url: string; scope: Scope }

/** The product in its own process, on a place. */
export type HostileProduct = {
  /** Calls with the session of an admin of the place's workspace. */
  admin: Call
  /** Returns calls with the session of a new admin of another workspace on the same database. */
  signIn: (scope: Scope) => Promise<Call>
  ownPorts: number[]
  /** Returns the connections that the process attempted, except to its database, as `address port`. */
  connections: () => string[]
}

/** Creates a migrated database with a workspace, dropped after the file's tests. */
export async function openPlace(): Promise<Place> {
  const { context, url } = await openTestContext()
  const { scope } = await createTestWorkspace(context)
  return { url, scope }
}

/**
 * Starts the product with the test's DNS server and a hostile environment: proxies that are sinks, and a search domain
 * in which every name resolves to an internal address.
 */
export async function startHostileProduct(
  { url, scope }: Place,
  options: {
    only: string
    allowLocal: boolean
    isGuarded: boolean
    dnsServer: string
    sinkPort: number
  },
): Promise<HostileProduct> {
  const ownPorts = await findPorts(4)
  const [port, ingestPort, simulatorPort, metricsPort] = ownPorts.map(String) as [
    string,
    string,
    string,
    string,
  ]
  const preloads = ['resolve-and-report.ts', ...(options.isGuarded ? [] : ['without-guard.ts'])]
  const proxy = `http://127.0.0.1:${options.sinkPort}`
  const program = await startServer(
    {
      DATABASE_URL: url,
      DATA_DIR: join(tmpdir(), 'parley-hostile-unused'),
      SECRET_KEY: '07'.repeat(32),
      HOST: '127.0.0.1',
      PORT: port,
      INGEST_PORT: ingestPort,
      SIMULATOR_PORT: simulatorPort,
      METRICS_PORT: metricsPort,
      ALLOW_LOCAL_WEBHOOKS: String(options.allowLocal),
      WORKSPACE_ENDPOINTS_MAX: '1000',
      LOG_LEVEL: 'warn',
      // A module is replaced, which a bundle contains.
      TEST_SOURCES: 'true',
      HOSTILE_DNS_SERVER: options.dnsServer,
      NODE_OPTIONS: preloads
        .map((file) => `--import=${new URL(file, import.meta.url).href}`)
        .join(' '),
      ...Object.fromEntries(
        ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'].map((name) => [
          name,
          proxy,
        ]),
      ),
      NODE_USE_ENV_PROXY: '1',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      LOCALDOMAIN: 'search.example',
      RES_OPTIONS: 'ndots:9',
    },
    ['--only', options.only, '--json'],
  )
  after(() => program.end())
  const apiUrl = `http://127.0.0.1:${port}`
  const signIn = async (member: Scope) =>
    patiently(createCall(apiUrl, (await signInTestMember(createCall(apiUrl), member)).headers))
  const databasePort = new URL(url).port
  return {
    admin: await signIn(scope),
    signIn,
    ownPorts,
    connections: () =>
      [...program.stderr().matchAll(/^connects to (\S+) (\d+)$/gm)]
        .filter(([, , to]) => to !== databasePort)
        .map(([, address, to]) => `${address} ${to}`),
  }
}

/** Returns a call that waits and repeats a request that exceeded the rate limit of its member. */
function patiently(call: Call): Call {
  return async (request, options) => {
    for (;;) {
      const answer = await call(request, options)
      if (answer.status !== 429) return answer
      await delay(Number(answer.headers['retry-after']) * 1_000)
    }
  }
}
