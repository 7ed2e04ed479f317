import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A file that its index does not link to. */
type UnlistedFile = { index: string; path: string }

/** Documents that link to each of these files. The parts of a program, such as those of `test/crash/`, are no helpers of tests. */
const INDEXES: Record<string, { files: string[]; except?: RegExp }> = {
  'docs/decisions/README.md': { files: ['docs/decisions/[0-9]*.md'] },
  'test/README.md': {
    files: ['test/**/*.ts'],
    except: /\.test\.ts$|^test\/(run\.ts|(chaos|crash|drill|fuzz|hostile|newcomer|runner)\/)/,
  },
}

/** Returns the files of the repository at `root` to which no line of their index links. */
export function findUnlistedFiles(root: string): UnlistedFile[] {
  return Object.entries(INDEXES).flatMap(([index, { files, except }]) => {
    const text = readFileSync(join(root, index), 'utf8')
    return globSync(files, { cwd: root })
      .filter((path) => !except?.test(path))
      .filter((path) => !text.includes(`](${relative(dirname(index), path)})`))
      .toSorted()
      .map((path) => ({ index, path }))
  })
}
