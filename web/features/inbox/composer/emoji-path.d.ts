/** Where the words of emoji are served: set by the build. */
declare const EMOJI_PATH: string
