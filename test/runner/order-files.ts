/** Files that take longest, in the order in which they start: processes that are killed, then whole products. */
const SLOW = [/^test\/(crash|drill)\//, /^server\/program\//, /^test\/(acceptance|chaos|hostile)\//]
const IN_BROWSER = /^test\/web\//

/**
 * Returns test files in the order in which to start them: what takes longest first, so that no slow file runs alone at
 * the end. Files with a browser, which need a processor, alternate with those that mostly wait for processes.
 */
export function orderFiles(files: readonly string[]): string[] {
  const rank = (file: string) => {
    const found = SLOW.findIndex((pattern) => pattern.test(file))
    return found < 0 ? SLOW.length : found
  }
  const browsers = files.filter((file) => IN_BROWSER.test(file))
  const others = files
    .filter((file) => !IN_BROWSER.test(file))
    .toSorted((a, b) => rank(a) - rank(b))
  const ordered: string[] = []
  const longer = Math.max(browsers.length, others.length)
  for (let index = 0; index < longer; index++)
    ordered.push(...others.slice(index, index + 1), ...browsers.slice(index, index + 1))
  return ordered
}
