import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Context, Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, readIdempotency } from '#http/idempotency.ts'
import { isStorable } from '#http/json-body.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { checkUpload, readMimeType } from './check-upload.ts'
import { createStorageQuota } from './create-storage-quota.ts'
import { mediaKey } from '../media/media-storage.ts'
import { createMediaStorage } from '../media/create-media-storage.ts'
import type { MediaStorage } from '../media/media-storage.ts'
import { toUpload, Upload, UploadBody } from './schema.ts'
import { UPLOAD_BYTES_MAX } from './upload-kinds.ts'
import type { UploadedFile } from './upload-kinds.ts'

/** Adds the API's route for uploads. */
export function addUploadRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  const checkStorageQuota = createStorageQuota()

  app.register(async (uploads: App) => {
    uploads.removeAllContentTypeParsers()
    await uploads.register(multipart, {
      limits: { files: 1, fields: 10, parts: 11, fileSize: UPLOAD_BYTES_MAX + 1 },
      throwFileSizeLimit: true,
    })
    uploads.post(
      '/api/v1/media',
      {
        config: { permission: { key: 'messages:write' }, slowBody: true },
        bodyLimit: UPLOAD_BYTES_MAX + 1024 * 1024,
        schema: {
          operationId: 'uploadMedia',
          summary: 'Upload a file to send',
          description: 'Pass the returned `id` as `media_id` when you send a message.',
          tags: ['Messages'],
          consumes: ['multipart/form-data'],
          body: UploadBody,
          errors: [
            'media_not_usable',
            'media_store_full',
            'media_store_unavailable',
            'quota_exceeded',
          ],
          isIdempotent: true,
          response: { 201: Upload },
        },
        // A multipart body is read as a stream, after this.
        validatorCompiler: () => (value: unknown) => ({ value }),
      },
      async (request, reply) => {
        readIdempotency(request)
        const scope = scopeOf(request)
        await checkStorageQuota(scope, Number(request.headers['content-length'] ?? 0))
        const id = newId()
        const key = mediaKey(scope.workspaceId, id)
        const file = await storeFile(request, storage, key)
        let isKept = false
        try {
          // A repeated request is the same if its file is.
          Object.assign(request, { body: file })
          return await answerOnce(request, reply, 201, async (tx) => {
            const upload = await recordUpload(tx, id, file)
            isKept = true
            return upload
          })
        } catch (err) {
          isKept = false
          throw err
        } finally {
          if (!isKept) await storage.remove(key)
        }
      },
    )
  })
}

async function recordUpload(tx: Scope, id: string, file: UploadedFile): Promise<Upload> {
  const row = { workspace_id: tx.workspaceId, id, ...file, created_at: tx.clock.now() }
  await tx.db.insertInto('media_uploads').values(row).execute()
  return toUpload(tx, row)
}

async function storeFile(
  request: FastifyRequest,
  storage: MediaStorage,
  key: string,
): Promise<UploadedFile> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data.')
  let stored: UploadedFile | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') continue
      if (part.fieldname !== 'file')
        throw fieldError('validation_failed', part.fieldname, 'is not a known field')
      const filename = part.filename?.slice(-240)
      if (filename && !isStorable(filename))
        throw fieldError('validation_failed', 'file', 'must have a name without NUL characters')
      const mimeType = readMimeType(part.mimetype, filename)
      const { bytes, result } = checkUpload(part.file, mimeType)
      await storage.write(key, bytes)
      const { sizeBytes: size_bytes, sha256 } = result()
      stored = { mime_type: mimeType, filename: filename || null, size_bytes, sha256 }
    }
  } catch (err) {
    await storage.remove(key).catch((failure: unknown) => {
      request.log.warn({ err: failure }, 'failed to remove a refused upload')
    })
    if (err instanceof AppError) throw err
    const { code } = err as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE' || (code?.startsWith('FST_') && code.endsWith('_LIMIT')))
      throw new AppError('body_too_large', 'The upload is too large.')
    if (code?.startsWith('FST_') || /multipart|form/i.test(String(err)))
      throw new AppError(
        'bad_request',
        'The multipart body could not be read. Check that it is complete and matches its boundary.',
      )
    throw err
  }
  if (!stored) throw fieldError('validation_failed', 'file', 'is required')
  return stored
}
