import type { ReleaseCheckWord } from '../scripts/release-checks/release-checks.ts'

/** Returns false in the release check of this word, else the reason to skip its tests. */
export function onlyInReleaseCheck(word: ReleaseCheckWord): string | false {
  return process.env['RELEASE_CHECK'] !== word && `on demand: npm run release-checks -- ${word}`
}
