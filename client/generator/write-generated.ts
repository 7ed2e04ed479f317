import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Generated } from './generate.ts'

/** Writes generated files below `root`, and removes the other files of their folders, such as those of former operations. */
export function writeGenerated(root: string, generated: Generated): void {
  for (const [folder, files] of Object.entries(generated)) {
    rmSync(join(root, folder), { recursive: true, force: true })
    for (const [name, content] of Object.entries(files)) {
      const path = join(root, folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
  }
}
