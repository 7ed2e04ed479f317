import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Packages that no file names, and why they are installed. */
const NEEDED: Readonly<Record<string, string>> = {
  '@tabler/icons':
    'replaces a dependency of @tabler/icons-react with 11,500 files, which it never reads',
  'oxlint-tsgolint': 'oxlint starts it for rules that need types',
  recharts: '@mantine/charts draws with it and leaves the version to us',
}

/**
 * Returns the packages of package.json that none of `files` (paths from `root`) names in quotes. Types of packages
 * (`@types/…`) are left out: the compiler finds them by itself.
 */
export function findUnusedPackages(root: string, files: readonly string[]): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>
  const unnamed = new Set(
    Object.keys({ ...dependencies, ...devDependencies }).filter(
      (name) => !name.startsWith('@types/') && !(name in NEEDED),
    ),
  )
  for (const file of files) {
    if (!/\.([cm]?[jt]sx?|css|html|json)$/.test(file) || /^package(-lock)?\.json$/.test(file))
      continue
    const text = readFileSync(join(root, file), 'utf8')
    for (const name of unnamed)
      if (
        ['"', "'", '`'].some(
          (quote) => text.includes(quote + name + quote) || text.includes(`${quote}${name}/`),
        )
      )
        unnamed.delete(name)
  }
  return [...unnamed]
}
