/** Every list whose filters can be saved as a view. */
export const VIEW_SUBJECTS = ['chats', 'contacts', 'tickets'] as const

/** Longest name of a view, in characters. */
export const VIEW_NAME_CHARACTERS_MAX = 80
