import { Notice } from './notice.tsx'
import { ApiError } from '../lib/api.ts'

/** Shows why a request failed, unless the form's fields show it. */
export function FormError({ error }: { error: Error | null }) {
  if (!error || (error instanceof ApiError && error.fields.length > 0)) return null
  return (
    <Notice tone="bad" isAlert>
      {error.message}
    </Notice>
  )
}
