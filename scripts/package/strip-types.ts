import { stripTypeScriptTypes } from 'node:module'

/** A literal that names a file of the product: of an import, a program or a thread. */
const NAMED_FILE = /(['"])((?:\.{1,2}\/|#)[^'"\n]*)\.ts\1/g

/**
 * Returns the JavaScript of a TypeScript source. Types become spaces, so that each statement keeps its line and column, and
 * the files that it names end in `.js`. Without types, Node does not load the program that removes them.
 */
export function stripTypes(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(NAMED_FILE, '$1$2.js$1')
}
