/**
 * The platform's ways to report an error: it refuses the send, sends `failed` later, or refuses only the first
 * attempts.
 */
export type ErrorManner = 'refused' | 'failed' | 'flaky'

/** An error code with its texts; `manner` is how a magic recipient causes it. */
export interface KnownError {
  title: string
  details: string
  httpStatus: number
  manner: ErrorManner
  subcode?: number
}

type Row = [
  code: number,
  httpStatus: number,
  manner: ErrorManner,
  title: string,
  details: string,
  subcode?: number,
]

/** Codes, titles and HTTP statuses are the platform's; the details are our own. */
const ROWS: Row[] = [
  [0, 401, 'refused', 'AuthException', 'The app user could not be authenticated.'],
  [1, 500, 'flaky', 'API Unknown', 'An unknown error occurred.'],
  [2, 503, 'flaky', 'API Service', 'The service is down or overloaded for a while.'],
  [3, 500, 'refused', 'API Method', 'The app lacks a capability or a permission.'],
  [4, 400, 'refused', 'API Too Many Calls', 'The app has reached its rate limit.'],
  [10, 403, 'refused', 'API Permission Denied', 'The permission was not granted or was removed.'],
  [33, 400, 'refused', 'Parameter value is not valid', 'The phone number has been deleted.'],
  [100, 400, 'refused', 'Invalid parameter', 'One or more parameters are not supported.'],
  [190, 401, 'refused', 'Access token has expired', 'The access token has expired.', 463],
  [200, 403, 'refused', 'API Permission', 'The permission was not granted or was removed.'],
  [
    368,
    403,
    'refused',
    'Temporarily blocked for policies violations',
    'The account is restricted for breaking a policy.',
  ],
  [80007, 400, 'refused', 'Rate limit issues', 'The business account has reached its rate limit.'],
  [130403, 400, 'refused', 'User is blocked', 'The business has blocked this user.'],
  [
    130429,
    429,
    'refused',
    'Rate limit hit',
    'This number sends more messages than its throughput allows.',
    2494055,
  ],
  [
    130472,
    400,
    'failed',
    "User's number is part of an experiment",
    'The user is in an experiment and gets no marketing.',
  ],
  [
    130497,
    403,
    'refused',
    'Business account is restricted from messaging users in this country',
    'This business may not write to this country.',
  ],
  [
    131000,
    500,
    'flaky',
    'Something went wrong',
    'The message could not be sent because of an unknown error.',
  ],
  [131005, 403, 'refused', 'Access denied', 'The permission was not granted or was removed.'],
  [
    131008,
    400,
    'refused',
    'Required parameter is missing',
    'The request lacks a required parameter.',
  ],
  [
    131009,
    400,
    'refused',
    'Parameter value is not valid',
    'One or more parameter values are not valid.',
  ],
  [131016, 503, 'flaky', 'Service unavailable', 'A service is unavailable for a while.'],
  [
    131021,
    400,
    'refused',
    'Recipient cannot be sender',
    'Sender and recipient are the same number.',
  ],
  [
    131026,
    400,
    'failed',
    'Message undeliverable',
    'The recipient cannot get messages: no account, old app, or terms not accepted.',
  ],
  [
    131030,
    400,
    'refused',
    'Recipient phone number not in allowed list',
    'A test number writes only to the numbers on its list.',
  ],
  [
    131031,
    403,
    'refused',
    'Business Account locked',
    'The account is locked for a broken policy or an unverified detail.',
  ],
  [
    131037,
    400,
    'failed',
    'WhatsApp provided number needs display name approval before message can be sent.',
    'The display name of the number is not approved yet.',
  ],
  [
    131042,
    400,
    'failed',
    'Business eligibility payment issue',
    'There is something wrong with the payment method.',
  ],
  [131045, 500, 'refused', 'Incorrect certificate', 'The phone number is not registered rightly.'],
  [
    131047,
    400,
    'failed',
    'Re-engagement message',
    'The customer last wrote more than 24 hours ago: only a template may be sent.',
  ],
  [
    131048,
    400,
    'failed',
    'Spam rate limit hit',
    'Too many earlier messages were blocked or reported as spam, or the messaging limit is reached.',
  ],
  [
    131049,
    400,
    'failed',
    'This message was not delivered to maintain healthy ecosystem engagement.',
    'The recipient has had enough marketing messages for now.',
  ],
  [
    131050,
    400,
    'failed',
    'User has stopped marketing messages',
    'The recipient chose to get no marketing messages from this business.',
  ],
  [131051, 400, 'refused', 'Unsupported message type', 'The message type is not supported.'],
  [131052, 400, 'failed', 'Media download error', 'The media a user sent could not be fetched.'],
  [
    131053,
    400,
    'failed',
    'Media upload error',
    'The media of the message could not be used: wrong type, too large, or unreachable.',
  ],
  [
    131056,
    400,
    'refused',
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages from this number to this recipient in a short time.',
  ],
  [
    131057,
    500,
    'flaky',
    'Account in maintenance mode',
    'The throughput of the number is being raised.',
    2494100,
  ],
  [
    131062,
    400,
    'refused',
    'Business-scoped user ids are not supported for this message',
    'An authentication template cannot be sent to a user id.',
  ],
  [
    131063,
    400,
    'refused',
    'User id is not valid for this business',
    'The user id belongs to another business portfolio.',
  ],
  [
    131064,
    403,
    'refused',
    'Business cannot send messages for now',
    'The business must finish a check first.',
  ],
  [
    132000,
    400,
    'refused',
    'Number of parameters does not match the expected number of params',
    'The parameters of the template are too many or too few.',
  ],
  [
    132001,
    404,
    'refused',
    'Template name does not exist in the translation',
    'There is no approved template with this name and language.',
  ],
  [
    132005,
    400,
    'refused',
    'Translated text too long',
    'The text of the template with its parameters is too long.',
  ],
  [
    132007,
    400,
    'refused',
    'Template format character policy violated',
    'A parameter breaks the policy for characters.',
  ],
  [
    132012,
    400,
    'refused',
    'Parameter format does not match format in the created template',
    'A parameter is of another kind than the template says.',
  ],
  [132015, 400, 'refused', 'Template is paused', 'The template is paused for its low quality.'],
  [
    132016,
    400,
    'refused',
    'Template is disabled',
    'The template was paused too often and is disabled for good.',
  ],
  [132068, 400, 'refused', 'Flow is blocked', 'The flow is blocked.'],
  [
    132069,
    400,
    'refused',
    'Flow is throttled',
    'The flow is throttled: ten messages in the last hour.',
  ],
  [
    133004,
    503,
    'flaky',
    'Server temporarily unavailable',
    'The server is unavailable for a while.',
  ],
  [
    133010,
    400,
    'refused',
    'Phone number not registered',
    'The phone number is not registered with the platform.',
  ],
  [
    135000,
    400,
    'refused',
    'Generic user error',
    'The message failed for a reason that is not known.',
  ],
  [
    137000,
    400,
    'refused',
    'Message cannot be sent to this recipient',
    'The recipient cannot get this message.',
  ],
  [
    138038,
    400,
    'refused',
    'Not the holder of the conversation',
    'Another app holds this conversation.',
  ],
]

/** All known errors by code. */
export const ERROR_TABLE: ReadonlyMap<number, KnownError> = new Map(
  ROWS.map(([code, httpStatus, manner, title, details, subcode]) => [
    code,
    { title, details, httpStatus, manner, ...(subcode !== undefined && { subcode }) },
  ]),
)
