import type { Context } from '#db/context.ts'
import { addUploads, READS_FORM } from '#http/add-uploads.ts'
import type { App } from '#http/app.ts'
import { receiveForm } from '#http/receive-form.ts'
import { resource } from '#http/resource.ts'
import { newId } from '#lib/ids.ts'
import { createStorageQuota, sizeOfBody } from './create-storage-quota.ts'
import { mediaKey } from '#media/media-storage.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { recordUpload } from './record-upload.ts'
import { storeUpload } from './store-upload.ts'
import { toUpload, Upload, UploadBody } from './schema.ts'
import { UPLOAD_BYTES_MAX } from './kind-of.ts'

/** Adds the API's route for uploads. */
export function addUploadRoutes(app: App, context: Context): void {
  const storage = createMediaStorage(context.config)
  const checkStorageQuota = createStorageQuota()

  addUploads(app, { fileBytesMax: UPLOAD_BYTES_MAX + 1, fields: 10 }, (uploads) =>
    resource(uploads, '/api/v1/media', {
      tag: 'Messages',
      write: { key: 'messages:write' },
    }).post('', {
      ...READS_FORM,
      operationId: 'uploadMedia',
      summary: 'Upload a file to send',
      description: 'Pass the returned `id` as `media_id` when you send a message.',
      slowBody: true,
      bodyLimit: UPLOAD_BYTES_MAX + 1024 * 1024,
      body: UploadBody,
      errors: ['media_not_usable', 'media_store_full', 'media_store_unavailable', 'quota_exceeded'],
      response: { 201: Upload },
      runs: 'tenant',
      async before(scope, { request }) {
        const size = sizeOfBody(request)
        await checkStorageQuota(scope, size ?? 0)
        const id = newId()
        const key = mediaKey(scope.workspaceId, id)
        const file = await receiveForm(request, {
          store: async (given) => {
            const stored = await storeUpload(storage, key, given)
            if (size === null) await checkStorageQuota(scope, stored.size_bytes)
            return stored
          },
          discard: () => storage.remove(key),
        })
        return { id, key, file }
      },
      identify: ({ file }) => file,
      discard: ({ key }) => storage.remove(key),
      run: async (scope, _call, { id, file }) =>
        toUpload(scope, await recordUpload(scope, id, file)),
    }),
  )
}
