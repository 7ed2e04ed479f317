import type { OperationCode } from './create-code-recorder.ts'

/** Error codes that tests get only on machines on which they can cause the failure. A run does not compare them. */
export const SOMETIMES_TESTED_CODES: readonly OperationCode[] = [
  // Only root can mount a disk that is small enough to fill.
  'setMemberPicture media_store_full',
  'setPicture media_store_full',
  'setWorkspacePicture media_store_full',
  'uploadMedia media_store_full',
]
