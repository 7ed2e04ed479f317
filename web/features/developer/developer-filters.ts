const PERIOD = ['period', 'since', 'until'] as const

/** The filters of the list of deliveries, named as in the URL. */
export const DELIVERY_FILTERS = ['endpoint', 'status', 'type', 'error', ...PERIOD] as const

/** The filters of the list of events, named as in the URL. */
export const EVENT_FILTERS = ['endpoint', 'outcome', 'type', ...PERIOD] as const

/** The filters of the log of API requests, named as in the URL. */
export const REQUEST_FILTERS = ['key', 'status', 'method', 'code', 'path', ...PERIOD] as const

/** The filters of the list of received payloads, named as in the URL. */
export const INBOUND_FILTERS = ['platform', 'status', 'result', ...PERIOD] as const

/** The parameters of the page that checks signatures, named as in the URL. */
export const SIGNATURE_FILTERS = ['delivery'] as const
