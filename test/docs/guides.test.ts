import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { requirePrograms } from '../require-programs.ts'
import { findPorts, openTempDir, runJson, startServer } from '../processes.ts'
import type { Program } from '../processes.ts'
import { pasteBlocks } from './paste.ts'
import { readBlocks } from './read-blocks.ts'

const root = dirname(dirname(import.meta.dirname))
const guides = globSync('docs/guides/*.md', { cwd: root }).toSorted()

describe('the guides', { skip: requirePrograms('bash', 'curl', 'openssl') }, () => {
  let program: Program
  let folder = ''
  let ports: number[] = []
  let key = ''

  before(async () => {
    folder = await openTempDir()
    ports = await findPorts(3 + guides.length)
    const env = {
      DATA_DIR: join(folder, 'data'),
      PORT: `${ports[0]}`,
      INGEST_PORT: `${ports[1]}`,
      SIMULATOR_PORT: `${ports[2]}`,
      ALLOW_LOCAL_WEBHOOKS: 'true',
      LOG_LEVEL: 'warn',
    }
    program = await startServer(env, ['--demo'])
    const created = await runJson<{ api_key: { secret: string } }>(
      ['keys', 'create', '--workspace', 'demo', '--name', 'guides', '--scopes', '*'],
      env,
    )
    key = created.api_key.secret
  })
  after(() => program.end())

  test('are all found', () => assert.ok(guides.length >= 9))

  for (const [number, guide] of guides.entries())
    test(`${guide} works when followed`, async (t) => {
      const markdown = readFileSync(join(root, guide), 'utf8')
        .replaceAll('localhost:3001', `localhost:${ports[1]}`)
        .replaceAll('localhost:3002', `localhost:${ports[2]}`)
        .replaceAll('localhost:4000', `localhost:${ports[3 + number]}`)
        .replaceAll('listen(4000)', `listen(${ports[3 + number]})`)
      const own = join(folder, basename(guide, '.md'))
      mkdirSync(own)
      const absent = await pasteBlocks(readBlocks(markdown), {
        folder: own,
        output: join(own, 'output.txt'),
        env: { PARLEY_URL: `http://localhost:${ports[0]}`, PARLEY_API_KEY: key },
        name: guide,
      })
      if (absent.length > 0)
        t.diagnostic(`left out, because they are not installed: ${absent.join(', ')}`)
    })
})
