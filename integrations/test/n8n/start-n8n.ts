import assert from 'node:assert/strict'
import { join } from 'node:path'
import { createTestDatabase } from '#test/context.ts'
import { findPorts, startProgram } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { waitFor } from '#test/wait-for.ts'

/** A running n8n with an owner who is signed in. */
export type N8n = {
  url: string
  /** Calls its internal API and returns the `data` of the answer. Throws the answer if it is no success. */
  call: (request: string, body?: unknown) => Promise<any>
  /** Ends it and starts it again, on the same database. */
  restart: () => Promise<void>
  end: () => Promise<void>
}

const OWNER = {
  email: 'owner@shop.example',
  firstName: 'Asha',
  lastName: 'Rao',
  password: 'Open-the-shutters-1',
}

/**
 * Starts n8n on a database of its own. tool: the folder with its packages. folder: its user folder, in which `.n8n/nodes` has
 * the community nodes. It calls no host but those of its workflows.
 */
export async function startN8n(tool: string, folder: string): Promise<N8n> {
  const database = await createTestDatabase({ template: 'template0' })
  const { hostname, port, username, password, pathname } = new URL(database.url)
  const [own, broker] = await findPorts(2)
  const url = `http://127.0.0.1:${own}`
  const env = {
    N8N_USER_FOLDER: folder,
    N8N_PORT: String(own),
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    WEBHOOK_URL: url,
    N8N_RUNNERS_BROKER_PORT: String(broker),
    N8N_ENCRYPTION_KEY: 'of a test',
    N8N_SECURE_COOKIE: 'false',
    N8N_LOG_LEVEL: 'warn',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: port,
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
    N8N_DYNAMIC_BANNERS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_VERIFIED_PACKAGES_ENABLED: 'false',
    EXTERNAL_FRONTEND_HOOKS_URLS: '',
  }
  let program = run()
  const output = () => program.stdout() + program.stderr()
  let cookie = ''
  const call: N8n['call'] = async (request, body) => {
    const [method, path] = request.split(' ') as [string, string]
    const answer = await fetch(`${url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${request}: ${answer.status} ${text}\n${output()}`)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return (JSON.parse(text) as { data: unknown }).data
  }
  const restart = async () => {
    await program.end()
    program = run()
    await isReady()
  }
  const end = async () => {
    await program.end()
    await database.drop()
  }
  try {
    await isReady()
    await call('POST /owner/setup', OWNER)
  } catch (err) {
    await end()
    throw err
  }
  return { url, call, restart, end }

  function run(): Program {
    return startProgram([process.execPath, join(tool, 'node_modules/n8n/bin/n8n'), 'start'], env)
  }

  async function isReady(): Promise<void> {
    await waitFor(
      async () => {
        if (!program.isRunning()) throw new Error(output())
        const answer = await fetch(`${url}/healthz/readiness`).catch(() => undefined)
        return answer?.ok
      },
      { what: 'n8n', timeoutMs: 180_000 },
    )
  }
}
