/** Writes everything that is generated from the API description: `npm run clients`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from './generate.ts'
import { readDescription, ROOT } from './read-description.ts'

for (const [folder, files] of Object.entries(generate(readDescription()))) {
  // Removes the files of operations that no longer exist.
  rmSync(join(ROOT, folder), { recursive: true, force: true })
  for (const [name, content] of Object.entries(files)) {
    const path = join(ROOT, folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
