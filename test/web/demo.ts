import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createCall } from '../call.ts'
import type { Call } from '../app.ts'
import { createTestDatabase } from '../context.ts'
import { findPorts, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { sessionCookieOf } from '../answer.ts'

/** The demo right after its start. `admin` calls the API with the admin's session; `cookie` is that session. */
export type Demo = {
  url: string
  ingestUrl: string
  simulatorUrl: string
  cookie: string
  admin: Call
  apiKey: string
  server: Program
}

/** Starts the demo with its simulator on its own database. Everything stops after the file's tests. */
export async function startDemo(): Promise<Demo> {
  const { url, drop } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-demo-'))
  const started = await launchDemo({ DATABASE_URL: url, SECRET_KEY: 'b4'.repeat(32) }, dataDir)
  after(async () => {
    await started.server.end()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return started
}

/** Starts the demo in `dataDir`; `env` may name a database. The caller ends `server`. */
export async function launchDemo(env: Record<string, string>, dataDir: string): Promise<Demo> {
  const [port, ingestPort, simulatorPort] = await findPorts(3)
  const server = await startServer(
    {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DEMO: 'true',
      DATA_DIR: dataDir,
      PORT: String(port),
      INGEST_PORT: String(ingestPort),
      SIMULATOR_PORT: String(simulatorPort),
      ...(process.env['WEB_DIR'] && { WEB_DIR: process.env['WEB_DIR'] }),
      ...env,
    },
    ['--json'],
  )
  const line = server
    .stdout()
    .split('\n')
    .find((each) => each.includes('"ready":true'))!
  const { seeded } = JSON.parse(line) as {
    seeded: { admin: { email: string; password: string }; apiKey: string }
  }
  const url = `http://localhost:${port}`
  const signedIn = await createCall(url, { origin: url })('POST /api/auth/sign-in/email', {
    body: seeded.admin,
  })
  const cookie = sessionCookieOf(signedIn)
  return {
    url,
    ingestUrl: `http://localhost:${ingestPort}`,
    simulatorUrl: `http://localhost:${simulatorPort}`,
    cookie,
    admin: createCall(url, { origin: url, cookie }),
    apiKey: seeded.apiKey,
    server,
  }
}
