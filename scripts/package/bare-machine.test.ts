import assert from 'node:assert/strict'
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { copyLibraries, copyPrograms } from '#test/bare-root.ts'
import { onlyInReleaseCheck } from '#test/only-in-release-check.ts'
import { openTempDir } from '#test/processes.ts'
import type { Report } from './use-package.ts'

const run = promisify(execFile)
const ROOT = dirname(dirname(import.meta.dirname))
const NAMESPACES = ['--net', '--mount', '--pid', '--fork']

test(
  'the package is the same each time it is built, and runs on a machine with a shell, a C library and zlib alone, without a network',
  { skip: whySkip() },
  async (t) => {
    const [first, second, machine] = [await openTempDir(), await openTempDir(), await openTempDir()]
    const [archive, again] = [await build(first, {}), await build(second, { TZ: 'Asia/Tokyo' })]
    assert.equal(checksum(again), checksum(archive))
    execFileSync('sha256sum', ['--check', `${basename(archive)}.sha256`], { cwd: first })

    for (const folder of ['bin', 'dev/shm', 'etc', 'home', 'opt', 'proc', 'tmp', 'try', 'usr/bin'])
      mkdirSync(join(machine, folder), { recursive: true })
    execFileSync('tar', ['-xzf', archive, '-C', join(machine, 'opt')])
    const name = basename(archive, '.tar.gz')
    const unpacked = join(machine, 'opt', name)
    execFileSync('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: unpacked })
    const size = Number(execFileSync('du', ['-sb', unpacked], { encoding: 'utf8' }).split('\t')[0])
    t.diagnostic(`${(size / 2 ** 20).toFixed(0)} MiB unpacked`)
    assert.ok(size < 250 * 2 ** 20, `it has ${size} bytes`)

    copyPrograms(machine, ['sh'])
    for (const program of ['libexec/node', 'libexec/postgresql/bin/postgres'])
      copyLibraries(machine, join(unpacked, program))
    writeFileSync(join(machine, 'etc/passwd'), 'ada:x:1000:1000::/home/ada:/bin/sh\n')
    copyFileSync(join(ROOT, 'scripts/package/use-package.ts'), join(machine, 'try/use-package.ts'))
    const report = await useIn(machine, `/opt/${name}`)
    t.diagnostic(`ready after ${report.readySeconds.toFixed(1)} s`)
    assert.equal(report.network, 'ENETUNREACH')
    assert.deepEqual(
      Object.values(report.statuses).filter((status) => status !== 200),
      [],
      JSON.stringify(report.statuses),
    )
    assert.equal(report.received, 'Hello from a bare machine')
    assert.deepEqual(report.traces, {
      'http/protobuf': ['application/x-protobuf'],
      'http/json': ['application/json'],
    })
    assert.match(report.programs.psql, /^18\.\d+\n$/)
    assert.match(report.programs.contents, /TABLE DATA public messages/)
    assert.match(report.programs.verified, /backup successfully verified/)
    assert.match(report.backup, /complete/)
    assert.deepEqual(report.codes, [0, 0])
    assert.deepEqual(report.modules.failures, [])
    assert.ok(report.modules.loaded.includes('@opentelemetry/exporter-trace-otlp-proto'))
    assert.ok(report.modules.loaded.length > 25, report.modules.loaded.join(' '))

    // The folder of the package is as it was unpacked, and everything else is the user's.
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked })
    assert.ok(!existsSync(join(unpacked, 'node_modules/.cache')))
    assert.ok(existsSync(join(machine, 'home/ada/.local/share/parley/postgres/PG_VERSION')))
  },
)

function whySkip(): string | false {
  const skip = onlyInReleaseCheck('package')
  if (skip) return skip
  if (process.platform !== 'linux') return 'needs the namespaces of Linux'
  if (process.getuid?.() !== 0) return 'needs root'
  const { status } = spawnSync('unshare', [...NAMESPACES, 'true'])
  return status !== 0 && 'unshare is not allowed here'
}

async function build(out: string, env: Record<string, string>): Promise<string> {
  const main = join(ROOT, 'scripts/package/main.ts')
  const { stdout } = await run(process.execPath, [main, '--uncommitted', '--out', out], {
    env: { ...process.env, ...env },
  })
  return stdout.split('\n')[0]!
}

function checksum(archive: string): string {
  return readFileSync(`${archive}.sha256`, 'utf8')
}

/** Runs `use-package.ts` in a root of its own, with network, processes and mounts of its own, as a user who is not root. */
async function useIn(machine: string, folder: string): Promise<Report> {
  const script = `
    set -eu
    cd "$0"
    ip link set lo up
    for device in null urandom random; do
      : >dev/$device
      mount --bind /dev/$device dev/$device
    done
    mount -t tmpfs -o mode=1777 none dev/shm
    mount -t proc none proc
    mkdir home/ada
    chown 1000:1000 home/ada
    chmod 1777 tmp
    chmod 755 .
    exec chroot --userspec=1000:1000 . \\
      "$1/libexec/node" /try/use-package.ts "$1/bin/parley" http://127.0.0.1:3000 http://127.0.0.1:3002`
  const { stdout } = await run(
    'unshare',
    [...NAMESPACES, '--kill-child', 'sh', '-c', script, machine, folder],
    { env: { PATH: process.env['PATH'], HOME: '/home/ada' } },
  )
  return JSON.parse(stdout) as Report
}
