const SOURCE = /\.([cm]?js|tsx?)$/
const TEST_FILE = /\.test\.tsx?$/
const TEST_FOLDER = /^((bench|client|integrations|simulator|web)\/)?test\//
const SPLIT = ['server', 'web']

/**
 * Returns the family in which the lines of a file count, or undefined for a file that is no TypeScript or JavaScript: each folder of
 * `server/` and `web/` is a family, and so is each other top-level folder. Tests and what they share count apart, wherever they are,
 * and so does generated code.
 */
export function familyOf(path: string): string | undefined {
  if (!SOURCE.test(path)) return undefined
  if (/\/generated\//.test(path)) return 'generated'
  if (TEST_FILE.test(path)) return 'tests'
  if (TEST_FOLDER.test(path)) return 'test helpers'
  const [top, folder, ...rest] = path.split('/') as [string, ...string[]]
  return SPLIT.includes(top) && rest.length > 0 ? `${top}/${folder}` : top
}
