import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './read-sources.ts'

test('the files of a commit are read as they were, and the working tree as it is', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-lines-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
  git('init')
  mkdirSync(join(root, 'shared'))
  writeFileSync(join(root, 'shared/a.ts'), 'export const a = “ü”\n')
  writeFileSync(join(root, 'shared/b.ts'), '')
  writeFileSync(join(root, 'README.md'), '# Parley\n')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-m', 'one')
  rmSync(join(root, 'shared/b.ts'))
  writeFileSync(join(root, 'shared/a.ts'), 'void 0\n')
  const read = (commit?: string) => readSources(root, commit).map(({ path, text }) => [path, text])
  assert.deepEqual(read('HEAD'), [
    ['shared/a.ts', 'export const a = “ü”\n'],
    ['shared/b.ts', ''],
  ])
  assert.deepEqual(read(), [['shared/a.ts', 'void 0\n']])
})
