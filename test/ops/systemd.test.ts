import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { findProgram } from '../require-programs.ts'
import { openTempDir } from '../processes.ts'

const FOLDER = resolve(import.meta.dirname, '../../ops/systemd')
const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))

/** Returns the lines of a unit without comments, its description, and those that name parts or exclude other units. */
function commonLines(name: string): string[] {
  return readFileSync(join(FOLDER, name), 'utf8')
    .split('\n')
    .filter(
      (line) => line && !/^(?:#|Description=|ExecStart=|Conflicts=|Environment=DEMO=)/.test(line),
    )
}

test('each part has a unit, and all units are protected alike', () => {
  const parts = ['parley-api', 'parley-ingest', 'parley-worker']
  assert.deepEqual(
    units.toSorted(),
    [...parts, 'parley'].map((each) => `${each}.service`).toSorted(),
  )
  for (const name of parts) {
    const unit = readFileSync(join(FOLDER, `${name}.service`), 'utf8')
    const part = name.slice('parley-'.length)
    assert.match(unit, new RegExp(`^ExecStart=/usr/local/bin/parley start --only ${part}$`, 'm'))
  }
  for (const name of units) assert.deepEqual(commonLines(name), commonLines('parley.service'), name)
})

test(
  'systemd accepts the units without a warning',
  { skip: findProgram('systemd-analyze') },
  async () => {
    const root = await openTempDir()
    const folder = join(root, 'etc/systemd/system')
    mkdirSync(folder, { recursive: true })
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true })
    writeFileSync(join(root, 'usr/local/bin/parley'), '#!/bin/sh\n', { mode: 0o755 })
    // The targets that the units name come with systemd.
    for (const target of [
      'network-online',
      'multi-user',
      'sysinit',
      'basic',
      'shutdown',
      'network',
    ])
      writeFileSync(join(folder, `${target}.target`), '[Unit]\nDescription=A target\n')
    for (const name of units) cpSync(join(FOLDER, name), join(folder, name))
    const verify = () => {
      const args = ['verify', `--root=${root}`, '--man=no', ...units]
      const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
      return { status, output: stdout + stderr }
    }
    assert.deepEqual(verify(), { status: 0, output: '' })
    writeFileSync(
      join(folder, 'parley.service'),
      '[Service]\nExecStart=/missing\nPrivateTemp=yes\n',
    )
    assert.match(verify().output, /PrivateTemp/)
  },
)
