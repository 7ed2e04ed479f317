/** The colours of a tag in the API. */
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

/** A colour of a tag. */
export type TagColor = (typeof TAG_COLORS)[number]
