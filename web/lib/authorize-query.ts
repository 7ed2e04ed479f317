const { pathname, search } = window.location

/**
 * The query with which an app led the browser to `/authorize`, as it was when the page was opened. The router reads values as
 * JSON, so it may write them differently.
 */
export const authorizeQuery = pathname === '/authorize' ? search.slice(1) : ''

/** The path that opens the request of the app again. */
export const authorizePath = `/authorize?${authorizeQuery}`
