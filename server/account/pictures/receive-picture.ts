import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { READS_FORM } from '#http/add-uploads.ts'
import { receiveFile } from '#http/receive-file.ts'
import { PICTURE_BYTES_MAX } from '#shared/pictures.ts'
import { readPicture } from './read-picture.ts'

/** What the routes that set a picture say about it. */
export const MADE_OF_IMAGE =
  'Stores the square in the middle of the image as WebP of 256 × 256 pixels, without metadata.'

/** The limits of the form with an image. */
export const PICTURE_LIMITS = { fileBytesMax: PICTURE_BYTES_MAX, fields: 2 }

/** The words of a route that receives an image. */
export const PICTURE_FORM = {
  ...READS_FORM,
  bodyLimit: PICTURE_BYTES_MAX + 1024 * 1024,
  body: Type.Object({
    file: Type.String({
      format: 'binary',
      description: 'A PNG, JPEG or WebP image of at most 5 MB and 4,096 × 4,096 pixels.',
    }),
  }),
  errors: ['media_not_usable'],
} as const

/** Receives an image and returns the picture that is made of it. @throws {AppError} media_not_usable, and those of a form */
export async function receivePicture(request: FastifyRequest): Promise<Buffer> {
  return readPicture((await receiveFile(request)).bytes)
}
