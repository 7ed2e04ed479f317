import type { PlatformErrors } from '../platform-errors.ts'
import type { ErrorClass } from '../send-outcome.ts'

/** What one platform adds to the error codes of the Graph API. */
type Codes = {
  classes: Partial<Record<ErrorClass, readonly number[]>>
  reasons: Readonly<Record<number, string>>
  advices: Readonly<Record<string, string>>
  holdAdvice?: string
  mediaRefusals?: readonly string[]
  optOuts?: readonly string[]
}

/** Error codes of a platform that is reached through the Graph API. */
export type GraphErrors = PlatformErrors & {
  /** Returns the class of a code that came with an answer. */
  classifyAnswer: (code: number, answer: { httpStatus: number; isTransient: boolean }) => ErrorClass
  /** Returns a readable reason: ours, else the first of the platform's texts. */
  explain: (code: number | undefined, ...texts: unknown[]) => string
}

/** Codes of the Graph API itself. Source: Graph API, "Handling errors". */
const graphClasses: Partial<Record<ErrorClass, readonly number[]>> = {
  retry: [1, 2],
  throttle: [4, 80007],
  stop: [0, 3, 10, 190, 368],
}
const graphReasons: Readonly<Record<number, string>> = {
  190: 'The access token of the channel is not valid or has expired.',
}
const graphAdvices: Readonly<Record<string, string>> = {
  190: 'Set a new access token on the channel.',
}
/** Error 1 is a wrong request or a fault: it fails again when it failed twice. */
const attemptsMax: Readonly<Record<string, number>> = { '1': 3 }

/** Creates the error codes of a platform from the Graph API's codes and its own. */
export function createGraphErrors(own: Codes): GraphErrors {
  const classes = new Map(
    [graphClasses, own.classes].flatMap((byClass) =>
      Object.entries(byClass).flatMap(([name, codes]) =>
        codes.map((code) => [code, name as ErrorClass] as const),
      ),
    ),
  )
  const reasons: Readonly<Record<number, string>> = { ...graphReasons, ...own.reasons }
  const advices: Readonly<Record<string, string>> = { ...graphAdvices, ...own.advices }

  /** Codes 200 to 299 are missing permissions; an unknown code is final unless the platform says that it passes. */
  const classifyAnswer: GraphErrors['classifyAnswer'] = (code, answer) => {
    const known = classes.get(code)
    if (known) return known
    if (code >= 200 && code <= 299) return 'stop'
    return answer.isTransient || answer.httpStatus >= 500 ? 'retry' : 'never'
  }
  return {
    classifyAnswer,
    classify: (code) =>
      /^\d+$/.test(code)
        ? classifyAnswer(Number(code), { httpStatus: 400, isTransient: false })
        : undefined,
    explain(code, ...texts) {
      const given = texts.find((text) => typeof text === 'string' && text.trim() !== '')
      const known = code === undefined ? undefined : reasons[code]
      return (
        known ?? (given as string | undefined)?.slice(0, 1000) ?? 'The platform gave no reason.'
      )
    },
    advise: (code) => (Object.hasOwn(advices, code) ? advices[code] : undefined),
    attemptsMax: (code) => (Object.hasOwn(attemptsMax, code) ? attemptsMax[code] : undefined),
    isMediaRefusal: (code) => own.mediaRefusals?.includes(code) ?? false,
    isOptOut: (code) => own.optOuts?.includes(code) ?? false,
    ...(own.holdAdvice !== undefined && { holdAdvice: own.holdAdvice }),
  }
}
