import { useTranslations } from 'use-intl'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { FormError } from '../form-error.tsx'
import { Notice } from '../notice.tsx'

/** The reasons that the browser reports, by the name of its error. Source: WebAuthn Level 3 §5.1.3.1, §5.1.4.1. */
const REASONS = {
  NotAllowedError: 'notUsed',
  AbortError: 'notUsed',
  InvalidStateError: 'exists',
  SecurityError: 'otherAddress',
  ConstraintError: 'unsuitable',
  NotSupportedError: 'unsuitable',
} as const

/** Shows why a passkey was not created or used. */
export function PasskeyError({ error }: { error: Error | null }) {
  const t = useTranslations('passkeys')
  if (!error || error instanceof ParleyError || error instanceof ConnectionError)
    return <FormError error={error} />
  const reason = error.name in REASONS ? REASONS[error.name as keyof typeof REASONS] : 'failed'
  return (
    <Notice tone="bad" isAlert>
      {t(reason)}
    </Notice>
  )
}
