import { once } from 'node:events'
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { damagedError, EmbeddedError } from './embedded-error.ts'
import type { Program, User } from './find-program.ts'

/** The superuser of the embedded database, and the name of its database. */
export const role = 'parley'

/** The port of a database of this machine, and the folder of its socket if it has one. */
type DatabasePlace = { port: number; socketDir?: string | undefined }

/**
 * Returns the address of the database of this machine. The socket, which takes a fifth less CPU time than the port, is a parameter
 * that libpq and pg prefer to the host. Programs that do not know it use the port.
 */
export function urlOf({ port, socketDir }: DatabasePlace, user: string, password: string): string {
  const socket = socketDir === undefined ? '' : `?host=${encodeURIComponent(socketDir)}`
  return `postgres://${user}:${password}@127.0.0.1:${port}/${role}${socket}`
}

/** Returns an address of the database at its port, for programs that run elsewhere or do not know sockets. */
export function withoutSocket(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('host')
  return address.href
}

/**
 * Creates the cluster if there is none. It is built under another name and renamed into place, so that a
 * cluster is either complete or absent, and nothing that could be data is ever deleted.
 * Throws `not_a_cluster`, `other_version`, `failed`.
 */
export async function ensureCluster(
  { dataDir, clusterDir, program, password, durable }: ClusterOptions,
  log: (line: string) => void,
): Promise<'created' | 'found'> {
  removeUnfinished(dataDir)
  if (existsSync(join(clusterDir, 'PG_VERSION'))) {
    await checkVersion(clusterDir, program)
    // A cluster that root copied or restored belongs to root, but PostgreSQL requires it to belong to its own
    // user.
    if (program.user && statSync(clusterDir).uid === 0) giveTo(program.user, clusterDir)
    return 'found'
  }
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0)
    throw new EmbeddedError(
      'not_a_cluster',
      `${clusterDir} contains files but is not a PostgreSQL cluster. Move it away, or restore the missing files.`,
    )
  log(`creating a database in ${clusterDir}`)
  const building = `${unfinishedPath(dataDir)}${randomBytes(4).toString('hex')}`
  const passwordFile = `${building}.password`
  mkdirSync(building, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (program.user) for (const path of [building, passwordFile]) giveTo(program.user, path)
  try {
    await run(program, program.initdb, [
      '-D',
      building,
      '-U',
      role,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ])
    renameSync(building, clusterDir)
  } finally {
    removeUnfinished(dataDir)
  }
  return 'created'
}

/** The cluster that `ensureCluster` creates. `durable: false` (tests) skips flushing to disk. */
export type ClusterOptions = {
  dataDir: string
  clusterDir: string
  program: Program
  password: string
  durable: boolean
}

/** Sets a new password for the superuser of a stopped cluster, after the old one was lost. */
export async function resetPassword(
  clusterDir: string,
  program: Program,
  password: string,
): Promise<void> {
  const statement = `alter role ${role} password '${password}'\n`
  await run(program, program.postgres, ['--single', '-D', clusterDir, 'postgres'], statement)
}

function giveTo({ uid, gid }: User, path: string): void {
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path)) giveTo({ uid, gid }, join(path, name))
  lchownSync(path, uid, gid)
}

async function checkVersion(clusterDir: string, program: Program): Promise<void> {
  const { theirs, ours } = await readVersions(clusterDir, program)
  if (theirs === ours) return
  const advice =
    Number(theirs) < Number(ours)
      ? 'Start Parley once, which upgrades it.'
      : 'Use a release that contains this version.'
  throw new EmbeddedError(
    'other_version',
    `${clusterDir} was written by PostgreSQL ${theirs}, but this release contains version ${ours}. ${advice}`,
  )
}

/** Reads the major versions of an existing cluster and of a program. */
export async function readVersions(
  clusterDir: string,
  program: Program,
): Promise<{ theirs: string; ours: string | undefined }> {
  const theirs = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  const ours = /\) (\d+)/.exec(await run(program, program.postgres, ['--version']))?.[1]
  return { theirs, ours }
}

async function run(program: Program, file: string, args: string[], input = ''): Promise<string> {
  const child = program.launch(file, args)
  // If a program fails immediately, it closes its input before we write. Its exit code contains the reason.
  child.stdin?.on('error', () => {}).end(input)
  const [out, errors, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number | null, string | null]>,
  ])
  if (code === 0) return out
  throw failure(errors, `${file.split('/').at(-1)} exited with ${code ?? signal}`)
}

/** Creates the `EmbeddedError` for the output of a failed PostgreSQL program that runs on `clusterDir`. */
export function failure(output: string, what: string, clusterDir = 'DATA_DIR'): EmbeddedError {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ??
    lines.at(-1) ??
    'it printed no error'
  const reason = line.replace(/^.*?(FATAL|PANIC|error): +/, '')
  const code = causes.find(([pattern]) => pattern.test(output))?.[1] ?? 'failed'
  if (code === 'damaged') return damagedError(reason, clusterDir)
  return new EmbeddedError(code, `The embedded database could not start: ${what}: ${reason}`)
}

/** Returns the `damaged` error of what a running PostgreSQL has printed, or undefined if it names no damaged file. */
export function findDamage(output: string, clusterDir: string): EmbeddedError | undefined {
  const fatal = output.split('\n').filter((line) => /FATAL|PANIC/.test(line) && DAMAGED.test(line))
  return fatal.length > 0 ? failure(fatal.join('\n'), 'it runs', clusterDir) : undefined
}

/** Sentences of PostgreSQL about files that are missing, cut or overwritten. Source: its xlog.c, xlogrecovery.c, controldata_utils.c. */
const DAMAGED =
  /checkpoint record|invalid page|database files are incompatible|control file|pg_control|pg_wal|pg_xact|pg_multixact|relation mapping|filenode\.map|could not find the database system|recovery ended before|WAL ends before|record with incorrect|not a valid data directory/

const causes: [RegExp, EmbeddedError['code']][] = [
  [/Address already in use/, 'port_in_use'],
  [/No space left on device|Disk quota exceeded/, 'disk_full'],
  [/still in use|lock file "postmaster\.pid" already exists/, 'still_in_use'],
  [/Permission denied|Read-only file system/, 'permission'],
  [DAMAGED, 'damaged'],
]

function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(unfinishedName))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch {
      // An initdb that outlived its owner still writes to this folder. The next start deletes it.
    }
  }
}

const unfinishedName = 'postgres.unfinished-'

function unfinishedPath(dataDir: string): string {
  return join(dataDir, unfinishedName)
}
