import { createHmac, randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { createTestDatabase } from '../context.ts'
import { findPorts, runJson, startServer, startSimulator } from '../processes.ts'
import type { Program } from '../processes.ts'

/** Parley as it runs: its processes, and what one needs to speak to it over HTTP alone. */
export type Product = {
  server: Program
  workspaceId: string
  /** Calls with the API key of a workspace, of every scope. */
  api: Call
  /** Calls with the session of the workspace's admin, as its browser makes them. */
  admin: Call
  ingest: Call
  simulator: Call
  /** Posts a body to the ingest server as the platform would, signed. */
  postSigned: (body: string, path?: string) => ReturnType<Call>
  phoneNumberId: string
  formToken: string
}

const APP_SECRET = 'acceptance-app-secret'
const TOKEN = 'sim_acceptance'
const admin = { email: 'admin@shop.example', password: 'open-the-shutters' }

/**
 * Starts Parley and the simulator on a database of their own, with a workspace, an admin, a key, a channel and a
 * form that the command line made. Everything ends after the file's tests.
 */
export async function startProduct(): Promise<Product> {
  const { url, drop } = await createTestDatabase()
  const [port, ingestPort, simulatorPort] = (await findPorts(3)).map(String) as [
    string,
    string,
    string,
  ]
  const whatsapp = { WHATSAPP_APP_SECRET: APP_SECRET, WHATSAPP_VERIFY_TOKEN: 'knock-knock' }
  const env = {
    ...whatsapp,
    DATABASE_URL: url,
    DATA_DIR: join(tmpdir(), 'parley-acceptance-unused'),
    SECRET_KEY: 'a7'.repeat(32),
    HOST: '127.0.0.1',
    PORT: port,
    INGEST_PORT: ingestPort,
    GRAPH_URL: `http://127.0.0.1:${simulatorPort}/v25.0`,
    ALLOW_LOCAL_WEBHOOKS: 'true',
    LOG_LEVEL: 'warn',
  }
  const programs: Program[] = []
  after(async () => {
    await Promise.all(programs.map((program) => program.end()))
    await drop()
  })
  const ingestUrl = `http://127.0.0.1:${ingestPort}`
  const apiUrl = `http://localhost:${port}`
  programs.push(
    await startSimulator({
      ...whatsapp,
      SIMULATOR_PORT: simulatorPort,
      SIMULATOR_TOKEN: TOKEN,
      WEBHOOK_URL: `${ingestUrl}/webhook/whatsapp`,
    }),
  )
  const made = await setUp(env)
  const server = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
  programs.push(server)
  const ingest = createCall(ingestUrl)
  return {
    server,
    ...made,
    api: createCall(apiUrl, { authorization: `Bearer ${made.key}` }),
    admin: await signIn(apiUrl),
    ingest,
    simulator: createCall(`http://127.0.0.1:${simulatorPort}`),
    postSigned: (body, path = '/webhook/whatsapp') =>
      ingest(`POST ${path}`, { body, headers: { 'x-hub-signature-256': sign(body) } }),
  }
}

/** The platform's signature of a body. */
export function sign(body: string): string {
  return `sha256=${createHmac('sha256', APP_SECRET).update(body).digest('hex')}`
}

/** A payload of text messages to one number, in the platform's shape. */
export function textPayload(
  phoneNumberId: string,
  messages: { id: string; from: string; name: string; text: string }[],
): string {
  const at = String(Math.floor(Date.now() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '918055501234', phone_number_id: phoneNumberId },
    contacts: messages.map(({ from, name }) => ({ profile: { name }, wa_id: from })),
    messages: messages.map(({ id, from, text }) => ({
      from,
      id,
      timestamp: at,
      type: 'text',
      text: { body: text },
    })),
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '77001122334455', changes: [{ value, field: 'messages' }] }],
  })
}

async function setUp(env: Record<string, string>) {
  const run = <T>(command: string) => runJson<T>(command.split(' '), env)
  const { workspace } = await run<{ workspace: { id: string; slug: string } }>(
    'workspaces create --name Lantern',
  )
  const on = `--workspace ${workspace.slug}`
  const phoneNumberId = String(randomInt(100_000_000_000, 999_999_999_999))
  const number = `--phone-number-id ${phoneNumberId} --display-phone +918055501234`
  const [{ api_key }, { form }] = await Promise.all([
    run<{ api_key: { secret: string } }>(
      `keys create ${on} --name till --scopes * --rate-limit off`,
    ),
    run<{ form: { token: string } }>(`forms create ${on} --name Website`),
    run(`users create ${on} --email ${admin.email} --password ${admin.password} --role admin`),
    run(`channels create ${on} --type whatsapp ${number} --access-token ${TOKEN}`),
  ])
  return { workspaceId: workspace.id, key: api_key.secret, phoneNumberId, formToken: form.token }
}

async function signIn(url: string): Promise<Call> {
  const open = createCall(url, { origin: url })
  const answer = await open('POST /api/auth/sign-in/email', { body: admin })
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${answer.text}`)
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0]!
  return createCall(url, { origin: url, cookie })
}
