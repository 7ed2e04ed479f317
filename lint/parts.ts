import { dirname, join } from 'node:path/posix'
import { DOMAINS } from './domains.ts'

/** Every part by its path below `server/`, with the parts that it may import. */
export const PARTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(DOMAINS).flatMap(([family, parts]) =>
    Object.entries(parts).map(([part, imports]) => [join(family, part), imports] as const),
  ),
)

/**
 * Returns the part that holds `path` (from the repository's root), by the longest listed folder;
 * undefined when no part does.
 */
export function partOf(path: string): string | undefined {
  let folder = dirname(path.slice('server/'.length))
  while (!PARTS.has(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return PARTS.has(folder) ? folder : undefined
}
