import multipart from '@fastify/multipart'
import type { App } from './app.ts'
import { compileValidator } from './compile-validator.ts'
import type { RouteDeclaration } from './route-declaration.ts'

/** The largest file of a form, in bytes, and the number of fields beside it. */
type UploadLimits = { fileBytesMax: number; fields: number }

/** The words of a route that reads a form as a stream, after the other parts of the request were validated. */
export const READS_FORM = {
  consumes: ['multipart/form-data'],
  validatorCompiler: ({ httpPart, schema }) =>
    httpPart === 'body'
      ? (value: unknown) => ({ value })
      : compileValidator(schema as object, httpPart),
} as const satisfies Partial<RouteDeclaration<never, never, never>>

/** Adds the routes that `declare` adds: their bodies are forms with one file. */
export function addUploads(
  app: App,
  { fileBytesMax, fields }: UploadLimits,
  declare: (uploads: App) => void,
): void {
  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart, {
      limits: { files: 1, fields, parts: fields + 1, fileSize: fileBytesMax },
      throwFileSizeLimit: true,
    })
    declare(uploads)
  })
}
