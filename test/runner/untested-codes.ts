import type { OperationCode } from './create-code-recorder.ts'

/** Error codes that routes list and for which there is no test yet. Remove each for which you write one, and add none. */
export const UNTESTED_CODES: readonly OperationCode[] = []
