/** The filters of the audit log, named as in the URL. */
export const AUDIT_FILTERS = ['actor', 'topic', 'period', 'since', 'until'] as const
