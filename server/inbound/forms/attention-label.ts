/** The label of a payload that became no contact, until an admin assigns its fields or dismisses it. */
export const ATTENTION_OPEN = 'attention:open'
