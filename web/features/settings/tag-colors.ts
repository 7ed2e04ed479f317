/** The colours that a tag can have, as the server takes them. */
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

/** A colour that a tag can have. */
export type TagColor = (typeof TAG_COLORS)[number]
