/**
 * The label of a submission that became no contact, or has an answer that does not fit its custom field, until an admin assigns its
 * fields or dismisses it.
 */
export const ATTENTION_OPEN = 'attention:open'
