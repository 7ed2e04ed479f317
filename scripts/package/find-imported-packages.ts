import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProgram } from './list-contents.ts'

/** An import at the start of a program, also over several lines, or one while it runs, with the name of what it loads. */
const IMPORTS = [
  /^(?:import|export) (?!type\b)[^'`]*?'([^'.#][^']*)'/gm,
  /\bimport\('([^'.#][^']*)'\)/g,
]
/** The name of a package in that of one of its modules. */
const PACKAGE = /^(?:@[^/]+\/)?[^/]+/

/** Returns the names of the packages that the programs among `files` (paths from `root`) import. */
export function findImportedPackages(root: string, files: readonly string[]): Set<string> {
  const modules = files.filter(isProgram).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return IMPORTS.flatMap((each) => [...text.matchAll(each)].map(([, name = '']) => name))
  })
  return new Set(
    modules
      .filter((name) => !name.startsWith('node:'))
      .flatMap((name) => PACKAGE.exec(name)?.[0] ?? []),
  )
}
