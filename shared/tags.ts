/** Every color of a tag: names of the web app's palette. */
export const TAG_COLORS = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const

/** A color of a tag. */
export type TagColor = (typeof TAG_COLORS)[number]

/** Longest name of a tag, in characters. */
export const TAG_NAME_CHARACTERS_MAX = 50
