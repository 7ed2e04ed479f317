/** How long requests stay in the log, in days; less if the workspace keeps its logs for a shorter time. */
export const REQUEST_LOG_DAYS = 7

/** The most successful requests of a workspace that one process logs per second. Failed ones have no such limit. */
export const LOGGED_PER_SECOND = 100

/** The classes of HTTP statuses by which the log is filtered. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** The methods by which the log is filtered. */
export const LOGGED_METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const

/** The longest part of a recorded body or query, in characters. */
export const BODY_CHARACTERS_MAX = 4_000
