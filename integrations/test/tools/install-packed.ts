import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
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

/** Installs a packed package into `target`, as a user does with the file. */
export async function installPacked(content: Uint8Array, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  await writeFile(join(target, 'package.json'), '{ "private": true }')
  const tarball = join(target, 'package.tgz')
  await writeFile(tarball, content)
  const options = ['--no-audit', '--no-fund', '--silent', '--offline', '--legacy-peer-deps']
  await runCommand(['npm', 'install', ...options, '--prefix', target, tarball])
}
