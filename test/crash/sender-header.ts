/** The header of outgoing requests with the id of the process that sent them. */
export const SENDER_HEADER = 'x-sender-pid'
