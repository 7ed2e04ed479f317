import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './paths.ts'

const OXLINT = join(ROOT, 'node_modules/oxlint/bin/oxlint')
const COPIED = ['.oxlintrc.json', 'lint', 'package.json', 'shared', 'tsconfig.json']

/** Source text by path from the root of the planted tree. */
export type Files = Readonly<Record<string, string>>

/** One report of oxlint: `rule` as `plugin(rule)`, `file` as the path from the root. */
type Finding = { rule: string; file: string; message: string }

type Report = {
  number_of_files: number
  diagnostics: Array<{ code?: string; message: string; filename: string }>
}

/**
 * Runs the real oxlint, with the real configuration and plugin, on `files` laid out like this repository in a
 * temporary folder, and returns its reports. Fails unless oxlint read every file.
 */
export async function lintPlanted(files: Files): Promise<Finding[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-lint-')))
  try {
    for (const path of COPIED) cpSync(join(ROOT, path), join(root, path), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction')
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), source)
    }
    const report = await runOxlint(root, Object.keys(files))
    assert.equal(
      report.number_of_files,
      Object.keys(files).length,
      'oxlint read every planted file',
    )
    return report.diagnostics.map(({ code, message, filename }) => {
      return { rule: code ?? ruleThatThrew(message), file: filename, message }
    })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function runOxlint(cwd: string, paths: string[]): Promise<Report> {
  const child = spawn(process.execPath, [OXLINT, '--format=json', ...paths], { cwd })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  try {
    return JSON.parse(stdout) as Report
  } catch (cause) {
    throw new Error(`oxlint gave no report: ${stdout}${stderr}`, { cause })
  }
}

function ruleThatThrew(message: string): string {
  const rule = /lint\/rules\/([\w-]+)\.ts/.exec(message)?.[1]
  return rule ? `parley(${rule})` : message
}
