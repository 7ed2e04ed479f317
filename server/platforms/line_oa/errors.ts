import type { PlatformErrors } from '../platform-errors.ts'
import type { ErrorClass } from '../send-outcome.ts'

/** Code of a used-up quota, which LINE reports with the status of a rate limit. */
const QUOTA_CODE = 'line_429_quota'

/** Classes of our codes of LINE's answers. Source: LINE Developers, Messaging API reference, "Status codes". */
const classes: Readonly<Record<string, ErrorClass>> = {
  line_401: 'stop',
  line_403: 'stop',
  line_429: 'throttle',
  [QUOTA_CODE]: 'stop',
}
const advices: Readonly<Record<string, string>> = {
  line_401: 'Set a new channel access token on the channel.',
  [QUOTA_CODE]:
    'The account has sent all messages of its plan for this month. Change the plan in the LINE Official Account Manager.',
}

/** Returns the code of an answer of LINE, which names no codes but its HTTP status. */
export function toCode(httpStatus: number, message: string): string {
  return httpStatus === 429 && /monthly limit/i.test(message) ? QUOTA_CODE : `line_${httpStatus}`
}

/** Returns the class of a code of LINE. */
export function classOf(code: string): ErrorClass {
  if (Object.hasOwn(classes, code)) return classes[code]!
  return code.startsWith('line_5') ? 'retry' : 'never'
}

/** Error codes of LINE: its HTTP statuses, with `line_` before them. */
export const errors: PlatformErrors = {
  classify: (code) => (/^line_\d{3}/.test(code) ? classOf(code) : undefined),
  advise: (code) => (Object.hasOwn(advices, code) ? advices[code] : undefined),
  attemptsMax: () => undefined,
  isMediaRefusal: () => false,
}
