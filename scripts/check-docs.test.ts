import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBrokenDocPaths } from './check-docs.ts'

test('a document that names a missing path is reported, one that names existing paths is not', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-docs-'))
  t.after(() => rmSync(root, { recursive: true }))
  const files: Record<string, string> = {
    'server/lib/ids.ts': '',
    'server/keys/routes.ts': '',
    'docs/guide.md': [
      '[home](../README.md#top), [away](https://example.com/a.md), [lost](missing.md)',
      'Inside `server/keys/gone.ts` and `nowhere.ts`, see `http/gone.ts`.',
      '```bash',
      'node server/gone.ts start --data ./data && node receiver.ts',
      '```',
    ].join('\n'),
    'README.md': [
      '[guide](docs/guide.md) [guide again](docs/guide.md "Guide") [here](#below)',
      '`server/lib/ids.ts`, `lib/ids.ts`, `ids.ts`, `server/*/routes.ts`, `docs/`, `./data/x.sql`',
      '`server/<domain>/routes.ts`, `/openapi.json`, `application/json`, `node server/lib/ids.ts`.',
    ].join('\n'),
  }
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), source)
  }
  assert.deepEqual(findBrokenDocPaths(root), [
    { doc: 'docs/guide.md', line: 1, path: 'missing.md' },
    { doc: 'docs/guide.md', line: 2, path: 'server/keys/gone.ts' },
    { doc: 'docs/guide.md', line: 2, path: 'nowhere.ts' },
    { doc: 'docs/guide.md', line: 2, path: 'http/gone.ts' },
    { doc: 'docs/guide.md', line: 4, path: 'server/gone.ts' },
  ])
})
