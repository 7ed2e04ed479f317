import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { connect as connectPlain } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { findProgram, requirePrograms } from '../require-programs.ts'
import { connect as connectTls } from 'node:tls'
import { createSetUpDatabase } from '../acceptance/set-up-database.ts'
import { findPorts, runJson, startServer } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const PROXY = resolve(import.meta.dirname, '../../ops/proxy')
// The databases that are set up are shared with the acceptance tests, and so is their key.
const SECRET_KEY = 'a7'.repeat(32)
const folder = await mkdtemp(join(tmpdir(), 'parley-proxy-'))
after(() => rm(folder, { recursive: true, force: true }))

/** The proxies of ops/proxy: how each is started with its configuration, on ports of the test. */
const PROXIES = {
  nginx: {
    file: 'nginx.conf',
    adapt: (text: string, tls: number) =>
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        ${text
          .replaceAll('listen 443', `listen 127.0.0.1:${tls}`)
          .replaceAll('/etc/ssl/parley', folder)} }`,
    args: (path: string) => ['-e', 'stderr', '-p', folder, '-c', path],
  },
  caddy: {
    file: 'Caddyfile',
    adapt: (text: string, tls: number) =>
      `{\n admin off\n auto_https off\n}\n${text.replaceAll(
        /^(\w+)\.example\.com \{/gm,
        (_, name) =>
          `https://${name}.example.com:${tls} {\n bind 127.0.0.1\n tls ${folder}/fullchain.pem ${folder}/key.pem`,
      )}`,
    args: (path: string) => ['run', '--config', path, '--adapter', 'caddyfile'],
  },
}

for (const [name, proxy] of Object.entries(PROXIES)) {
  test(
    `${name} passes on HTTP/2, streams without a delay, and the address of the client`,
    { skip: findProgram(name) || requirePrograms('openssl') },
    async () => {
      const database = await createSetUpDatabase(SECRET_KEY)
      const [port, ingest, tls] = (await findPorts(3)) as [number, number, number]
      const env = {
        DATABASE_URL: database.url,
        SECRET_KEY,
        HOST: '127.0.0.1',
        PORT: String(port),
        INGEST_PORT: String(ingest),
        PUBLIC_URL: `https://chat.example.com:${tls}`,
        INGEST_PUBLIC_URL: `https://hooks.example.com:${tls}`,
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'silent',
      }
      const server = await startServer(env, ['--only', 'api,ingest', '--json'])
      const stop = await startProxy(name, proxy, { port, ingest, tls })
      try {
        const [workspace] = database.workspaces
        const { api_key: key } = await runJson<{ api_key: { secret: string } }>(
          [
            'keys',
            'create',
            '--workspace',
            workspace!.workspaceId,
            '--name',
            'far',
            '--scopes',
            '*',
            '--networks',
            '127.0.0.2/32',
          ],
          env,
        )
        const headers = { authorization: `Bearer ${key.secret}` }
        const near = { tls, localAddress: '127.0.0.2' }
        assert.equal((await ask(near, 'chat', { ':path': '/api/v1/me', ...headers })).status, 200)
        const other = { tls, localAddress: '127.0.0.3' }
        const claimed = { ':path': '/api/v1/me', ...headers, 'x-forwarded-for': '127.0.0.2' }
        const refused = await ask(other, 'chat', claimed)
        assert.deepEqual(
          [refused.status, JSON.parse(refused.text).code],
          [403, 'address_not_allowed'],
        )
        const stream = await ask(
          near,
          'chat',
          { ':path': '/api/v1/events/stream', ...headers },
          /^retry: [^]*\n\n/,
        )
        assert.equal(stream.status, 200)
        // The stream is open, so this was not kept for its end, and not for the next heartbeat.
        assert.equal(stream.text.match(/^: at /gm)?.length, 1, stream.text)
        assert.equal((await ask(near, 'hooks', { ':path': '/health/live' })).status, 200)
        const body = Buffer.alloc(6 * 1024 * 1024, 'a')
        const large = await ask(
          near,
          'chat',
          {
            ':path': '/api/v1/contacts',
            ':method': 'POST',
            'content-type': 'application/json',
            ...headers,
          },
          undefined,
          body,
        )
        assert.equal(JSON.parse(large.text).code, 'body_too_large', 'Parley itself limits the size')
      } finally {
        await stop()
        await server.end()
        await database.drop()
      }
    },
  )
}

/** Starts a proxy with its configuration, in which only names, ports and the certificate are replaced. */
async function startProxy(
  name: string,
  { file, adapt, args }: (typeof PROXIES)[keyof typeof PROXIES],
  { port, ingest, tls }: { port: number; ingest: number; tls: number },
): Promise<() => Promise<void>> {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=example.com',
      '-addext',
      'subjectAltName=DNS:chat.example.com,DNS:hooks.example.com',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'fullchain.pem'),
    ],
    { stdio: 'ignore' },
  )
  const text = (await readFile(join(PROXY, file), 'utf8'))
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ingest}`)
  const path = join(folder, file)
  await writeFile(path, adapt(text, tls))
  const child = spawn(name, args(path), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await waitFor(async () => {
    assert.equal(child.exitCode, null, said)
    const socket = connectTls({
      host: '127.0.0.1',
      port: tls,
      servername: 'chat.example.com',
      rejectUnauthorized: false,
    })
    return once(socket, 'secureConnect').then(
      () => socket.destroy(),
      () => undefined,
    )
  })
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

type Answered = { status: number; text: string }

/** Sends a request over HTTP/2 from an address of this machine, and reads the answer, or of a stream what matches `until`. */
async function ask(
  { tls, localAddress }: { tls: number; localAddress: string },
  host: string,
  headers: Record<string, string>,
  until?: RegExp,
  body?: Buffer,
): Promise<Answered> {
  const origin = `https://${host}.example.com:${tls}`
  const socket = connectTls({
    socket: connectPlain({ host: '127.0.0.1', port: tls, localAddress }),
    servername: `${host}.example.com`,
    ALPNProtocols: ['h2'],
    ca: await readFile(join(folder, 'fullchain.pem')),
  })
  await once(socket, 'secureConnect')
  assert.equal(socket.alpnProtocol, 'h2')
  const session = connect(origin, { createConnection: () => socket })
  const request = session.request(headers)
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const ended = once(request, 'end')
  ended.catch(() => undefined)
  request.end(body)
  const [answer] = (await once(request, 'response')) as [Record<string, unknown>]
  await (until ? waitFor(() => until.test(text), { what: `${until.source} in a stream` }) : ended)
  session.destroy()
  return { status: Number(answer[':status']), text }
}
