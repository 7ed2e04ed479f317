import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies programs of this machine, by their names, into `bin` of another root file system, with their libraries. */
export function copyPrograms(root: string, names: readonly string[]): void {
  mkdirSync(join(root, 'bin'), { recursive: true })
  for (const name of names) {
    const found = execFileSync('sh', ['-c', 'command -v "$0"', name], { encoding: 'utf8' }).trim()
    copyFileSync(realpathSync(found), join(root, 'bin', name))
    copyLibraries(root, found)
  }
}

/** Copies the shared libraries that a program loads from this machine into another root, at the same paths. */
export function copyLibraries(root: string, program: string): void {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' })
  for (const [, library] of output.matchAll(/(\/\S+) \(0x/g)) {
    // A library that the program brings itself.
    if (library!.startsWith(root) || library!.includes('/node_modules/')) continue
    mkdirSync(join(root, dirname(library!)), { recursive: true })
    copyFileSync(library!, join(root, library!))
  }
}
