/**
 * What to do about an error of the Cloud API: `retry` this message later; `hold` its recipient (pair rate);
 * `throttle` the whole number; `stop` the account until somebody has acted; `template` and `never` are final.
 */
export type CloudErrorClass = 'retry' | 'hold' | 'throttle' | 'stop' | 'template' | 'never'

const byClass: Record<CloudErrorClass, number[]> = {
  retry: [1, 2, 131000, 131016, 131057, 133004],
  hold: [131056],
  throttle: [4, 80007, 130429],
  stop: [0, 3, 10, 190, 368, 130497, 131005, 131031, 131042, 131045, 131048, 131064, 133010],
  template: [131047],
  never: [],
}

const classes = new Map(
  Object.entries(byClass).flatMap(([name, codes]) =>
    codes.map((code) => [code, name as CloudErrorClass]),
  ),
)

/** Reasons in plain words, for the codes an operator meets most; the platform's own text otherwise. */
const reasons: Record<number, string> = {
  190: 'The access token of the channel is not valid or has expired.',
  130472: 'The platform keeps this recipient out of marketing messages for an experiment.',
  131026: 'The recipient cannot get this message: no WhatsApp account, an old app, or blocked.',
  131047: 'The customer last wrote more than 24 hours ago: only a template may be sent now.',
  131049: 'The platform held the message back: this recipient had enough marketing for now.',
  131050: 'The recipient has opted out of marketing messages.',
  131053: 'The platform could not fetch or use the media file.',
}

/**
 * The class of an error code. A code that is not known is final, unless the platform says that it is transient
 * or answers with a 5xx. Source: Cloud API, "Error codes"; codes 200 to 299 are missing permissions.
 */
export function classifyCloudError(
  code: number,
  answer: { httpStatus: number; isTransient: boolean },
): CloudErrorClass {
  const known = classes.get(code)
  if (known) return known
  if (code >= 200 && code <= 299) return 'stop'
  return answer.isTransient || answer.httpStatus >= 500 ? 'retry' : 'never'
}

/** A reason that an operator can read: ours where we have one, else the first text of the platform's that is there. */
export function cloudErrorReason(code: number | undefined, ...texts: unknown[]): string {
  const own = code === undefined ? undefined : reasons[code]
  const given = texts.find((text) => typeof text === 'string' && text.trim() !== '')
  return own ?? (given as string | undefined)?.slice(0, 1000) ?? 'The platform gave no reason.'
}
