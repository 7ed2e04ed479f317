/** The time for which a notice with an undo is shown, in ms. */
export const UNDO_MS = 5_000
