/** Types of files from which a picture of a member or of the workspace is made. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Type of a file from which a picture is made. */
export type PictureType = (typeof PICTURE_TYPES)[number]

/** The largest file from which a picture is made, in bytes. */
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024

/** The largest stored picture, in bytes. */
export const PICTURE_STORED_BYTES_MAX = 60_000

/** The width and the height of a stored picture, in pixels. */
export const PICTURE_PIXELS = 256

/** How long a stored picture is without a member or workspace, in ms, before it is deleted. */
export const UNUSED_PICTURE_MS = 10 * 60_000
