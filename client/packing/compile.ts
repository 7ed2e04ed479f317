import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../generator/read-description.ts'
import { listFiles } from './list-files.ts'

/** Compiles a project of TypeScript, with more options of the compiler, and returns the written files by their paths. */
export async function compile(
  project: string,
  options: readonly string[] = [],
): Promise<Record<string, Uint8Array>> {
  const compiled = await mkdtemp(join(tmpdir(), 'parley-client-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const args = [tsc, '-p', project, '--outDir', compiled, ...options]
    await promisify(execFile)(process.execPath, args)
    const paths = listFiles(compiled)
    return Object.fromEntries(paths.map((path) => [path, readFileSync(join(compiled, path))]))
  } finally {
    await rm(compiled, { recursive: true, force: true })
  }
}
