import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { requirePrograms } from '../require-programs.ts'
import { createTestDatabase } from '../context.ts'
import { startReplicatedDatabase } from '../drill/replicated-database.ts'
import { onlyInReleaseCheck } from '../only-in-release-check.ts'
import { whatsappEnv } from '../outside.ts'
import { findPorts, openTempDir } from '../processes.ts'
import { pasteBlocks } from './paste.ts'
import { readBlocks } from './read-blocks.ts'

/** The pages, in the order in which one operator follows them on one installation. */
const PAGES = ['install', 'incidents', 'keys', 'scaling', 'upgrades', 'failover']

const ROOT = dirname(dirname(import.meta.dirname))
const SKIPPED = onlyInReleaseCheck('run-books') || requirePrograms('bash', 'curl', 'openssl')

test(
  'the run books work when they are followed, on two PostgreSQL servers and a shard',
  {
    skip: SKIPPED,
  },
  async (t) => {
    const folder = await openTempDir()
    const database = await startReplicatedDatabase(folder, async () => undefined, {
      isSynchronous: false,
    })
    after(database.stop)
    const shard = await createTestDatabase({ template: 'template0' })
    after(shard.drop)
    // Patroni itself is not here: its command promotes the standby.
    const promoter = createServer((_request, response) => {
      database.promote().then(
        () => response.end('promoted\n'),
        (err: unknown) => response.writeHead(500).end(String(err)),
      )
    })
    await new Promise<void>((resolve) => promoter.listen(0, '127.0.0.1', resolve))
    after(() => promoter.close())
    const promoterUrl = `http://127.0.0.1:${(promoter.address() as AddressInfo).port}`

    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const write = (name: string, text: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const program = join(ROOT, 'server/main.ts')
    write('npx', `shift\nexec "$NODE" "$PARLEY" "$@"`)
    write('systemctl', `exec ${join(import.meta.dirname, 'systemctl.sh')} "$@"`)
    write('patronictl', `exec curl -sf ${promoterUrl}`)
    write('node', `exec "$NODE" "$@"`)

    const [port, ingestPort, graphPort] = (await findPorts(3)).map(String) as [
      string,
      string,
      string,
    ]
    const settings = join(folder, 'parley.env')
    const [primary, standby] = [new URL(database.primaryUrl), new URL(database.replicaUrl)]
    const both = `${primary.username}:${primary.password}@${primary.host},${standby.host}${primary.pathname}`
    const blocks = PAGES.flatMap((page) => {
      const file = `docs/operations/${page}.md`
      const markdown = readFileSync(join(ROOT, file), 'utf8')
        .replaceAll('parley:…@db1:5432,db2:5432/parley', both)
        .replaceAll('postgres://parley:…@db1:5432/parley', database.primaryUrl)
        .replaceAll('postgres://parley:…@db4:5432/parley', shard.url)
        .replaceAll('/etc/parley.env', settings)
        .replaceAll('localhost:3000', `localhost:${port}`)
      return readBlocks(markdown).filter(({ file: mark }) => mark !== 'untried')
    }).filter(({ language }) => ['sh', 'json'].includes(language))
    const absent = await pasteBlocks(blocks, {
      folder,
      output: join(folder, 'output.txt'),
      name: 'docs/operations',
      env: {
        ...whatsappEnv,
        PATH: `${bin}:${process.env['PATH']}`,
        NODE: process.execPath,
        PARLEY: program,
        RUN: folder,
        SETTINGS: settings,
        PORT: port,
        INGEST_PORT: ingestPort,
        GRAPH_URL: `http://127.0.0.1:${graphPort}/v25.0`,
        DATA_DIR: join(folder, 'files'),
        HOST: '127.0.0.1',
        DRAIN_SECONDS: '0',
        LOG_LEVEL: 'warn',
        ACCESS_TOKEN: 'sim_acceptance',
      },
    })
    if (absent.length > 0) t.diagnostic(`left out, not installed: ${absent.join(', ')}`)
  },
)
