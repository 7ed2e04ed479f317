import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '../processes.ts'
import { readImportGraph } from './import-graph.ts'

test('imports, aliases and quoted paths lead from a file to what it depends on', async () => {
  const root = await openTempDir()
  const sources = {
    'package.json': JSON.stringify({ imports: { '#test/*': './test/*', '#*': './server/*' } }),
    'server/main.ts': `const load = () => import('./lib/clock.ts')\nimport { x } from "pg"\n`,
    'server/lib/clock.ts': `export type { Log } from './log.ts'\n`,
    'server/lib/log.ts': '',
    'server/lib/schema.sql': '',
    'web/app.tsx': `import { Page } from './page'\nimport '../server/lib/log.ts'\n`,
    'web/page/index.tsx': '',
    'test/start.ts': `start('server/main.ts')\n`,
    'test/start.test.ts': `import '#lib/clock.ts'\nimport '#test/start.ts'\nnew URL('../server/lib/schema.sql', x)\n`,
  }
  for (const [path, text] of Object.entries(sources)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const graph = readImportGraph(root, Object.keys(sources))
  const named = Object.fromEntries([...graph].map(([file, files]) => [file, [...files].toSorted()]))
  assert.deepEqual(named, {
    'server/main.ts': ['server/lib/clock.ts'],
    'server/lib/clock.ts': ['server/lib/log.ts'],
    'server/lib/log.ts': [],
    'web/app.tsx': ['server/lib/log.ts', 'web/page/index.tsx'],
    'web/page/index.tsx': [],
    'test/start.ts': ['server/main.ts'],
    'test/start.test.ts': ['server/lib/clock.ts', 'server/lib/schema.sql', 'test/start.ts'],
  })
})
