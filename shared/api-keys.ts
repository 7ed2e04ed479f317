/** Every mode of an API key: a test key sends messages only on channels of the simulator. */
export const KEY_MODES = ['live', 'test'] as const

/** The mode of an API key. */
export type KeyMode = (typeof KEY_MODES)[number]

/** Longest name of an API key, in characters. */
export const KEY_NAME_CHARACTERS_MAX = 100

/** The default, the lowest and the highest rate limit of an API key, in requests per second. */
export const KEY_RATE_LIMIT = { default: 100, min: 1, max: 1_000_000 } as const

/** The largest number of networks that an API key can be limited to. */
export const KEY_NETWORKS_MAX = 50

/** The most teams that an API key can be confined to. */
export const KEY_TEAMS_MAX = 50

/** How long a rotated API key stays valid beside the new one, in hours. */
export const KEY_OVERLAP_HOURS = { default: 24, min: 0, max: 720 } as const
