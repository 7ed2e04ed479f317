import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { findProgram } from './find-program.ts'

test('root is told which library PostgreSQL lacks, and not that a folder cannot be entered', async (t) => {
  if (process.geteuid?.() !== 0) return t.skip('needs root')
  const folder = await openTempDir()
  const missing = 'postgres: error while loading shared libraries: libz.so.1'
  mkdirSync(join(folder, 'bin'))
  for (const name of ['postgres', 'initdb'])
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho "${missing}" >&2\nexit 127\n`, {
      mode: 0o755,
    })
  await assert.rejects(
    findProgram(folder, join(folder, 'postgres'), undefined, join(folder, 'bin')),
    {
      code: 'not_installed',
      message: `PostgreSQL does not run on this machine: ${missing}. Install what is missing, or set DATABASE_URL.`,
    },
  )
})
