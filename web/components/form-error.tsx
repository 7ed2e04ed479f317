import { Notice } from './notice.tsx'
import { ParleyError } from '#client/core.ts'

/** Shows why a request failed, unless the form's fields show it. */
export function FormError({ error }: { error: Error | null }) {
  if (!error || (error instanceof ParleyError && error.errors.length > 0)) return null
  return (
    <Notice tone="bad" isAlert>
      {error.message}
    </Notice>
  )
}
