import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { MISSING } from '#test/require-programs.ts'

const ROOT = dirname(dirname(dirname(import.meta.dirname)))
const REQUIREMENTS = join(ROOT, 'client/python/requirements-test.txt')
const CACHE = join(ROOT, 'node_modules/.cache/python')

const run = promisify(execFile)

/** A Python with the packages of the tests, or why there is none. */
type PythonEnvironment = { python: string } | { reason: string }

/**
 * Returns a Python that has the packages of `client/python/requirements-test.txt`. Installs them once, and keeps them
 * until a version changes.
 *
 * Without python3, returns a reason to skip the tests; without the packages too, unless they are required.
 *
 * @throws if the packages are required and cannot be installed
 */
export async function preparePython(isRequired: boolean): Promise<PythonEnvironment> {
  const version = await findVersion()
  if (version === undefined) return { reason: `${MISSING} python3 3.10 or later` }
  const hash = createHash('sha256').update(`${version}\n${readFileSync(REQUIREMENTS, 'utf8')}`)
  const folder = join(CACHE, hash.digest('hex').slice(0, 16))
  if (!existsSync(folder)) {
    try {
      await install(folder)
    } catch (err) {
      if (isRequired) throw err
      return { reason: `the packages of ${REQUIREMENTS} cannot be installed: ${String(err)}` }
    }
  }
  return { python: join(folder, 'bin/python') }
}

/** Returns the version of python3. Undefined if there is none, or one that the client does not support. */
async function findVersion(): Promise<string | undefined> {
  const code = 'import sys; print(sys.version) if sys.version_info >= (3, 10) else sys.exit(1)'
  return run('python3', ['-c', code]).then(
    ({ stdout }) => stdout,
    () => undefined,
  )
}

/** Creates an environment in `folder`, which exists only once it is complete, also if two processes do so. */
async function install(folder: string): Promise<void> {
  const building = `${folder}-${process.pid}`
  await mkdir(CACHE, { recursive: true })
  try {
    await run('python3', ['-m', 'venv', building])
    const python = join(building, 'bin/python')
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--timeout', '15']
    await run(python, ['-m', 'pip', 'install', ...quiet, '-r', REQUIREMENTS], { timeout: 180_000 })
    // Another process may have been faster.
    await rename(building, folder).catch((err: unknown) => {
      if (!existsSync(folder)) throw err
    })
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}
