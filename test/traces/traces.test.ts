import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../..')

/** The folders that the type check of a patch needs. */
const COPIED = ['package.json', 'tsconfig.json', 'server', 'shared', 'web', 'test/contract']

/**
 * Recorded changes that show how many files a feature needs: those edited by hand, with migrations, texts and tests, without
 * those that a command writes. To record one again, apply it with `git apply --3way`, repair it, and save `git diff --cached`.
 */
const TRACES = [
  { name: 'contact-attribute', filesMax: 8 },
  { name: 'ticket-field', filesMax: 7 },
  { name: 'personal-table', filesMax: 3 },
]

describe('a recorded change', () => {
  for (const { name, filesMax } of TRACES)
    test(`applies and has the right types: ${name}`, async (t) => {
      const patch = path.join(import.meta.dirname, `${name}.patch`)
      const { stdout } = await run('git', ['apply', '--numstat', patch], { cwd: root })
      const files = stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[2]!)
      assert.ok(files.length <= filesMax, `${files.length} files:\n${files.join('\n')}`)
      const copy = await mkdtemp(path.join(tmpdir(), 'parley-trace-'))
      t.after(() => rm(copy, { recursive: true }))
      for (const each of COPIED)
        await cp(path.join(root, each), path.join(copy, each), { recursive: true })
      await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
      // Git ignores patches of files outside of a repository that it finds above.
      const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(copy) }
      await run('git', ['apply', patch], { cwd: copy, env })
      const checked = files.filter((file) => /^(server|web\/text)\/.*\.ts$/.test(file))
      await writeFile(
        path.join(copy, 'tsconfig.trace.json'),
        JSON.stringify({ extends: './tsconfig.json', include: [], files: checked }),
      )
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
      await run(process.execPath, [tsc, '-p', 'tsconfig.trace.json'], { cwd: copy }).catch(
        (err: { stdout: string; stderr: string }) => assert.fail(err.stdout + err.stderr),
      )
    })
})
