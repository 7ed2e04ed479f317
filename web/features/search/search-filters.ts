/** The parameters of the search page in its URL: the text, and the kind of result. */
export const SEARCH_FILTERS = ['q', 'kind'] as const
