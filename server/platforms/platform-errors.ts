import type { ErrorClass } from './send-outcome.ts'

/** Meaning of a platform's error codes, which are text here. */
export type PlatformErrors = {
  /** Returns the class of a code; undefined when the code is not one of the platform's. */
  classify: (code: string) => ErrorClass | undefined
  /** Returns what to do about this one code, or undefined to advise by its class. */
  advise: (code: string) => string | undefined
  /** Returns how often a message is tried that fails with this code; undefined for the usual limit. */
  attemptsMax: (code: string) => number | undefined
  /** Returns whether the code says that the platform could not fetch or use the file of a message. */
  isMediaRefusal: (code: string) => boolean
  /** Returns whether the code says that the recipient opted out of marketing messages at the platform. */
  isOptOut: (code: string) => boolean
  /** Advice on holds of a recipient, where the general one is not exact enough. */
  holdAdvice?: string
}
