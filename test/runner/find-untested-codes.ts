import { openApi } from '../../scripts/open-api.ts'
import { compareCodes } from './compare-codes.ts'
import { listDeclaredCodes } from './list-declared-codes.ts'
import { readSeenCodes } from './create-code-recorder.ts'
import { SOMETIMES_TESTED_CODES } from './sometimes-tested-codes.ts'

/** Returns what is wrong with the errors that routes list after a run of all tests that recorded the errors they got at `path`. */
export async function findUntestedCodes(path: string): Promise<string[]> {
  const declared = await openApi(listDeclaredCodes)
  return compareCodes({
    declared,
    seen: readSeenCodes(path),
    sometimes: SOMETIMES_TESTED_CODES,
  })
}
