// White space, control and format characters, and characters that have a code but no shape, such as a Hangul filler.
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Returns whether a person who reads a text sees nothing. */
export function isBlank(text: string): boolean {
  return INVISIBLE.test(text)
}
