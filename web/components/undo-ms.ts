/** How long an action can be undone in its notification, in ms. */
export const UNDO_MS = 8_000
