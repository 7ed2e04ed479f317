import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Upload as UploadShape } from '#messages/uploads/schema.ts'
import { UPLOAD_KINDS } from '#shared/uploads.ts'
import { checkFile } from '../../lib/check-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { uploadFile } from '../../lib/upload-file.ts'
import type { Wire } from '../../lib/wire.ts'
import { notifyError } from '../notify.ts'

/** An uploaded file. */
export type Upload = Wire<UploadShape>

/** A file that is being uploaded. `progress`: from 0 to 1. */
export type Uploading = { key: string; name: string; progress: number }

const ACCEPTED = Object.values(UPLOAD_KINDS).map(({ mimeTypes, bytesMax }) => ({
  mime_types: mimeTypes,
  bytes_max: bytesMax,
}))

/**
 * Returns the files that are being uploaded, and a function that uploads files and passes each to `onUploaded`. It shows
 * a notification for a file that is refused or fails. Uploads end with the component.
 */
export function useUploads(onUploaded: (upload: Upload) => unknown) {
  const t = useTranslations('tickets.files')
  const format = useFormatter()
  const [uploading, setUploading] = useState<readonly Uploading[]>([])
  const ended = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ended.current = controller
    return () => controller.abort()
  }, [])
  const upload = async (file: File) => {
    const refused = checkFile(file, ACCEPTED)
    if (refused) {
      const why =
        refused.reason === 'empty'
          ? t('refused.empty')
          : t('refused.size', { max: formatBytes(refused.bytesMax, format) })
      notifyError(t('uploadFailed', { name: file.name }), new Error(why))
      return
    }
    const key = crypto.randomUUID()
    const setProgress = (progress: number) =>
      setUploading((now) => now.map((each) => (each.key === key ? { ...each, progress } : each)))
    setUploading((now) => [...now, { key, name: file.name, progress: 0 }])
    const { signal } = ended.current
    try {
      await onUploaded(await uploadFile(file, { key, signal, onProgress: setProgress }))
    } catch (err) {
      if (!signal.aborted) notifyError(t('uploadFailed', { name: file.name }), err)
    } finally {
      setUploading((now) => now.filter((each) => each.key !== key))
    }
  }
  return { uploading, add: (files: File[]) => files.forEach((file) => void upload(file)) }
}
