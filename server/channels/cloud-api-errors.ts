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

/** What to do about single codes, ours and the platform's; else the class says it. */
const advices: Record<string, string> = {
  190: 'Give the channel a new access token.',
  131009: 'Correct the fields of the message; the reason names the one.',
  131026: 'Ask the customer by another way whether the number is right and on WhatsApp.',
  131030: 'This is a test number: add the recipient to its list at the platform.',
  131031: 'The account is locked: see its quality page at the platform.',
  131042: 'Settle the billing of the business account at the platform.',
  131049: 'Try again in a day at the earliest, or wait until the customer writes.',
  131050: 'Send no more marketing to this customer; other templates may go.',
  131053:
    'Send it again: its file is then fetched by Parley and uploaded. For that the address has to give the file to everybody, with its type and without a redirect; else upload it with POST /api/v1/media and send its id.',
  132000: 'Give the template as many parameters as it has places.',
  132001: 'Check name and language of the template, and that it is approved.',
  132015: 'The template is paused for its quality: send another, or edit it.',
  133010: 'Register the number with the platform first.',
  channel_not_connected: 'Give the channel an access token.',
  demo_mode: 'Leave the demo before you send to real customers.',
  media_store_unavailable:
    'Nothing: it is tried again by itself. Where it lasts, have `doctor` try the store of files.',
  nothing_received: 'Wait until the customer writes.',
  simulator_token:
    "Give the channel WhatsApp's own access token, or set GRAPH_URL to the simulator.",
}

const advicesByClass: Record<CloudErrorClass | 'ambiguous', string> = {
  retry: 'Nothing: it is tried again by itself.',
  ambiguous:
    'Nothing: whether the platform took it is not known; a status may still tell before it is tried again.',
  hold: 'Nothing: this recipient gets no more than one message in six seconds; the rest follows.',
  throttle: 'Nothing: the whole number waits, then goes on; send more slowly if this is often.',
  stop: 'An admin has to put the account right at the platform; the messages wait.',
  template: 'Send an approved template; other messages may follow once the customer answers.',
  never: 'Sending it again as it is will not help.',
}

/** What to do about an error of a message: `code` is the platform's as text, or a word of ours. */
export function adviseCloudError(code: string, outcome?: string): string {
  const own = Object.hasOwn(advices, code) ? advices[code] : undefined
  if (own !== undefined) return own
  if (outcome && outcome !== 'rejected' && Object.hasOwn(advicesByClass, outcome))
    return advicesByClass[outcome as 'retry']
  const number = /^\d+$/.test(code) ? Number(code) : undefined
  if (number === undefined) return advicesByClass[outcome === 'rejected' ? 'never' : 'retry']
  return advicesByClass[classifyCloudError(number, { httpStatus: 400, isTransient: false })]
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
