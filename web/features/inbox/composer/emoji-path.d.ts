/** The address of the emoji names, set by the build. */
declare const EMOJI_PATH: string
