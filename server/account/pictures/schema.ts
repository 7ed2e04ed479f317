import { Type } from 'typebox'

/** The description of the routes that set a picture. */
export const PICTURE_MADE =
  'Stores the square in the middle of the image as WebP of 256 × 256 pixels, without metadata.'

/** The body of the routes that set a picture. */
export const PictureBody = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'A PNG, JPEG or WebP image of at most 5 MB and 4,096 × 4,096 pixels.',
  }),
})
