/** Files that take longest: processes that are killed, then commands and starts. */
const SLOWEST = [/^test\/(crash|drill)\//, /^server\/program\//]
/** Whole products without a browser. */
const PRODUCTS = /^test\/(acceptance|chaos|hostile)\//
/** Files with a browser, and the modules of groups of them. */
const IN_BROWSER = /^test\/web\/|\/test-web-[^/]+$/

/**
 * Returns test files and modules of groups in the order in which to start them: what takes long first, so that nothing
 * slow runs alone at the end. Files with a browser, which need a processor, are spread among those that mostly wait.
 */
export function orderFiles(files: readonly string[], groups: readonly string[]): string[] {
  const find = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const isInBrowser = (file: string) => IN_BROWSER.test(file)
  const others = groups.filter((group) => !isInBrowser(group))
  const slow = [...SLOWEST.flatMap(find), ...others, ...find(PRODUCTS)]
  const browsers = [...groups, ...files].filter(isInBrowser)
  const known = new Set([...slow, ...browsers])
  return [...spread(browsers, slow), ...files.filter((file) => !known.has(file))]
}

/** Returns both lists in one, in which the items of `some` are as far apart as `others` allow. */
function spread(some: readonly string[], others: readonly string[]): string[] {
  const place = (index: number, count: number) => (index + 1) / (count + 1)
  return [
    ...others.map((item, index) => ({ item, at: place(index, others.length) })),
    ...some.map((item, index) => ({ item, at: place(index, some.length) })),
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
