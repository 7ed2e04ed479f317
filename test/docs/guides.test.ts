import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { requirePrograms } from '../require-programs.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { offerPackages } from './offer-packages.ts'
import { pasteBlocks } from './paste.ts'
import { readBlocks } from './read-blocks.ts'

const root = dirname(dirname(import.meta.dirname))
const guides = [
  'docs/clients.md',
  'docs/automation.md',
  ...globSync('docs/guides/*.md', { cwd: root }).toSorted(),
]
const run = promisify(execFile)

describe('the guides', { skip: requirePrograms('bash', 'curl', 'openssl') }, async () => {
  const folder = await openTempDir()
  const packages = await offerPackages(folder)
  const { python } = packages
  let program: Program
  let ports: number[] = []
  let env: Record<string, string> = {}

  /** Replaces the ports of a page: those of the three servers, and that of the reader's receiver. */
  const onPorts = (text: string, own: number) =>
    text
      .replaceAll('localhost:3000', `localhost:${ports[0]}`)
      .replaceAll('localhost:3001', `localhost:${ports[1]}`)
      .replaceAll('localhost:3002', `localhost:${ports[2]}`)
      .replaceAll('localhost:4000', `localhost:${own}`)
      .replaceAll('listen(4000)', `listen(${own})`)

  before(async () => {
    ports = await findPorts(3 + guides.length)
    const settings = {
      DATA_DIR: join(folder, 'data'),
      PORT: `${ports[0]}`,
      INGEST_PORT: `${ports[1]}`,
      SIMULATOR_PORT: `${ports[2]}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
      LOG_LEVEL: 'warn',
    }
    const createKey = ['keys', 'create', '--workspace', 'demo']
    program = await startServer(settings, ['--demo'])
    const created = await runJson<{ api_key: { secret: string } }>(
      [...createKey, '--name', 'guides', '--scopes', '*'],
      settings,
    )
    const { secret: adminKey } = created.api_key
    const bot = await fetch(`http://localhost:${ports[0]}/api/v1/bots`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Hours bot' }),
    })
    const { id: botId } = (await bot.json()) as { id: string }
    const scopes = 'chats:read,chats:write,messages:read,messages:write,events:read'
    const ofBot = await runJson<typeof created>(
      [...createKey, '--name', 'bot', '--scopes', scopes, '--bot', botId],
      settings,
    )
    env = {
      PARLEY_BOT_KEY: ofBot.api_key.secret,
      PARLEY_URL: `http://localhost:${ports[0]}`,
      PARLEY_API_KEY: adminKey,
      ...packages.env,
    }
    // The page that says how to install the clients installs them for all pages.
    await follow('docs/clients.md', folder, ports[3]!)
  })
  after(() => program.end())

  async function follow(guide: string, own: string, port: number): Promise<string[]> {
    const markdown = onPorts(readFileSync(join(root, guide), 'utf8'), port)
    const output = join(own, 'output.txt')
    const blocks = packages.keepRunnable(readBlocks(markdown))
    // One page installs into folders of its reader.
    const readers = guide === 'docs/automation.md' ? { ...env, HOME: own } : env
    return pasteBlocks(blocks, { folder: own, output, env: readers, name: guide })
  }

  test('are all found', () => assert.ok(guides.length >= 15))

  for (const [number, guide] of guides.entries())
    test(`${guide} works when followed`, { skip: number === 0 && 'followed before' }, async (t) => {
      const own = join(folder, basename(guide, '.md'))
      mkdirSync(own)
      const absent = await follow(guide, own, ports[3 + number]!)
      if (absent.length > 0)
        t.diagnostic(`left out, because they are not installed: ${absent.join(', ')}`)
    })

  const samples = ['README.md', ...guides]
    .flatMap((page) => readBlocks(readFileSync(join(root, page), 'utf8')))
    .filter(({ tab }) => tab !== null)

  function save(language: string, ending: string): string[] {
    const own = join(folder, `checked-${language}`)
    mkdirSync(own)
    return samples
      .filter((sample) => sample.language === language)
      .map(({ text }, number) => {
        const file = join(own, `sample_${number}.${ending}`)
        writeFileSync(file, text)
        return file
      })
  }

  test('have samples in TypeScript that a strict compiler accepts', async () => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext']
    const files = save('ts', 'mts')
    assert.ok(files.length >= 10)
    await run(process.execPath, [tsc, ...options, '--target', 'es2024', ...types, ...files])
  })

  test(
    'have samples in Python that mypy accepts',
    { skip: 'reason' in python && python.reason },
    async () => {
      if ('reason' in python) return
      const files = save('py', 'py')
      assert.ok(files.length >= 10)
      const cache = join(root, 'node_modules/.cache/mypy')
      const options = ['-m', 'mypy', '--strict', '--cache-dir', cache]
      const more = { ...process.env, MYPYPATH: join(folder, 'python') }
      await run(python.python, [...options, ...files], { env: more })
    },
  )
})
