import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findUnlistedFiles } from './find-unlisted-files.ts'

const FILES = {
  'docs/decisions/README.md': '- [1](0001-order.md) Order\n',
  'docs/decisions/0001-order.md': '',
  'docs/decisions/0002-forgotten.md': '',
  'test/README.md': '- [calls](api/call.ts)\n',
  'test/api/call.ts': '',
  'test/forgotten.ts': '',
  'test/call.test.ts': '',
  'test/run.ts': '',
  'test/crash/load.ts': '',
}

test('a decision and a helper of tests that no index links to are found', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-unlisted-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  assert.deepEqual(findUnlistedFiles(root), [
    { index: 'docs/decisions/README.md', path: 'docs/decisions/0002-forgotten.md' },
    { index: 'test/README.md', path: 'test/forgotten.ts' },
  ])
})
