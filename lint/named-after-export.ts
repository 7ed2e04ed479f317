/**
 * Files whose name says their part in a folder: the HTTP of a domain, its shapes, and the start of a program. Shapes may be in several
 * files, such as `trail-schema.ts`: by that name `web-takes-types` knows the files that the web app may import types of.
 */
const PARTS = /^(routes|(.+-)?schema|main)$/

/** Returns whether a file with these exports may keep its name: it bears the name of an export, exports nothing, or has a fixed part. */
export function isNamedAfterExport(path: string, exported: readonly string[]): boolean {
  const name = path
    .split('/')
    .at(-1)!
    .replace(/\.tsx?$/, '')
  const plain = (text: string) => text.replaceAll(/[-_]/g, '').toLowerCase()
  return (
    exported.length === 0 ||
    PARTS.test(name) ||
    exported.some((each) => plain(each) === plain(name))
  )
}
