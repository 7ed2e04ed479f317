import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Package } from './list-packages.ts'
import { stripTypes } from './strip-types.ts'

/** A file of the artefact at `path`: a copy of a file, a text, or a symbolic link. */
export type Content =
  | { path: string; file: string; isExecutable: boolean }
  | { path: string; text: string }
  | { path: string; link: string }

/** Folders of the repository that the product reads while it runs. */
const FOLDERS = /^(?:server|shared|simulator|client\/typescript\/src|docs|ops)\//
/** The sources among them that Node runs. */
const PROGRAMS = /^(?:server|shared|simulator|client)\/.*\.ts$/
/** Single files that it reads or that people look for. The documentation shows the README files. */
const FILES =
  /^(?:LICENSE|package\.json|[A-Z]+\.md|(?:simulator|client|integrations)\/(?:[\w-]+\/)*README\.md)$/
/** Files of these folders that only tests and developers need. */
const LEFT_OUT = /\.test\.ts$|\/fixtures\/|^simulator\/test\/|^server\/db\/schema\.sql$/
/**
 * Files of packages that only compilers, debuggers, linkers and people read. Node never runs TypeScript from packages. Licences
 * stay.
 */
const LEFT_OUT_OF_PACKAGES =
  /\.(?:map|[cm]?ts|a|scss)$|\/(?!\w*(?:licen[cs]e|notice|copy))[^/]*\.(?:md|markdown)$/i
/**
 * The builds of packages for bundlers and browsers, which Node does not load, the names of OpenTelemetry that nothing imports yet, styles
 * of pages that we do not serve, and what extensions of PostgreSQL are compiled with.
 */
const UNUSED_IN_PACKAGES =
  /\/@opentelemetry\/(?:[\w-]+\/build\/(?:esm|esnext)\/|semantic-conventions\/dist\/(?:experimental_|index-incubating))|\/dist\/(?:umd|iife)\/|\/libphonenumber-js\/bundle\/|\/highlight\.js\/styles\/|\/native\/lib\/(?:postgresql\/pgxs|pkgconfig)\//
/** The tests in the folder of a package. */
const TESTS_OF_PACKAGES = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/(?:test|tests|__tests__)\//

/** Returns which of the repository's files are in the artefact. */
export function listSources(files: readonly string[]): string[] {
  return files.filter((file) => (FOLDERS.test(file) || FILES.test(file)) && !LEFT_OUT.test(file))
}

/** Returns whether a file of the repository is a source that Node runs in the artefact, as JavaScript. */
export function isProgram(file: string): boolean {
  return PROGRAMS.test(file)
}

/**
 * Returns everything that the artefact contains except for what is written while it is built, sorted by path. `files` are the
 * repository's files, `oldPostgres` an older version of PostgreSQL to add.
 */
export function listContents(
  root: string,
  files: readonly string[],
  packages: readonly Package[],
  oldPostgres?: string,
): Content[] {
  const copy = (path: string): Content => toContent(root, path, path)
  const nodeVersion = (
    JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8')) as {
      version: string
    }
  ).version
  return [
    ...listSources(files).map((path) => (PROGRAMS.test(path) ? toProgram(root, path) : copy(path))),
    ...filesBelow(root, 'web/dist', (path) => path !== 'web/dist/.stamp').map(copy),
    ...packages.flatMap((each) => filesBelow(root, each.path, isUsedByPackage).map(copy)),
    ...(oldPostgres === undefined
      ? []
      : filesBelow(root, `node_modules/.postgres-${oldPostgres}`, isUsedByPackage).map(copy)),
    toContent(root, 'scripts/package/parley.sh', 'bin/parley'),
    toContent(root, 'node_modules/node/bin/node', 'libexec/node'),
    // The licence of each package is in its folder, but these two come without theirs.
    toContent(root, `scripts/package/licenses/node-${nodeVersion}.txt`, 'licenses/node.txt'),
    toContent(root, 'scripts/package/licenses/postgresql.txt', 'licenses/postgresql.txt'),
  ].toSorted(byPath)
}

function isUsedByPackage(path: string): boolean {
  return ![LEFT_OUT_OF_PACKAGES, UNUSED_IN_PACKAGES, TESTS_OF_PACKAGES].some((each) =>
    each.test(path),
  )
}

/** Compares by the bytes of the paths, so that the order is the same in each locale. */
export function byPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : 1
}

function toProgram(root: string, path: string): Content {
  const text = stripTypes(readFileSync(join(root, path), 'utf8'))
  return { path: path.replace(/ts$/, 'js'), text }
}

function toContent(root: string, from: string, path: string): Content {
  const file = join(root, from)
  const stat = lstatSync(file)
  if (stat.isSymbolicLink()) return { path, link: readlinkSync(file) }
  // A user's umask may have changed the other bits.
  return { path, file, isExecutable: (stat.mode & 0o100) !== 0 }
}

/** Returns the files below a folder of the root that `isWanted`, without packages that are nested in it. */
function filesBelow(root: string, folder: string, isWanted: (path: string) => boolean): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' ? [] : filesBelow(root, path, isWanted)
    return isWanted(path) ? [path] : []
  })
}
