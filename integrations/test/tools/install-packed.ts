import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProgram } from '#test/processes.ts'

/** Runs a command to its end and returns its output. Throws the output if it fails. */
export async function runCommand(
  command: [string, ...string[]],
  env: Record<string, string> = {},
): Promise<string> {
  const program = startProgram(command, env)
  const { code } = await program.exited
  await program.isRead
  assert.equal(code, 0, `${command.join(' ')}: ${program.stderr()}${program.stdout()}`)
  return program.stdout()
}

/** Packs the package in `source` and installs it into `target`, as a user does with the file. */
export async function installPacked(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'package.json'), '{ "private": true }')
  await runCommand(['npm', 'pack', source, '--pack-destination', target, '--silent'])
  const tarball = (await readdir(target)).find((name) => name.endsWith('.tgz'))!
  const options = ['--no-audit', '--no-fund', '--silent', '--offline', '--legacy-peer-deps']
  await runCommand(['npm', 'install', ...options, '--prefix', target, join(target, tarball)])
}
