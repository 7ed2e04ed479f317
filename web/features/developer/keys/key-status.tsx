import { useTranslations } from 'use-intl'
import { StatusText } from '../../../components/status-text.tsx'
import { useTimes } from '../../../lib/use-times.ts'
import type { Key } from './key-query.ts'

/** Whether an API key can be used, or why not. */
type KeyState = 'active' | 'expired' | 'revoked'

/** Returns a function that returns the state of an API key. */
export function useKeyState(): (key: Key) => KeyState {
  const { now } = useTimes()
  return ({ revoked_at: revoked, expires_at: expires }) => {
    if (revoked !== null) return 'revoked'
    return expires !== null && new Date(expires) <= now ? 'expired' : 'active'
  }
}

/** Shows the state of an API key as a word. */
export function KeyStatus({ state }: { state: KeyState }) {
  const t = useTranslations('developer.keys')
  return <StatusText tone={state === 'active' ? 'good' : 'quiet'}>{t(state)}</StatusText>
}

/** Returns a function that says when an API key ends or ended. */
export function useKeyEnd(): (key: Key) => string {
  const t = useTranslations('developer.keys')
  const { ago, ahead } = useTimes()
  const stateOf = useKeyState()
  return (key) => {
    if (key.revoked_at !== null) return t('revokedAt', { when: ago(key.revoked_at) })
    if (key.expires_at === null) return t('neverExpires')
    const when = ahead(key.expires_at)
    return t(stateOf(key) === 'expired' ? 'expiredAt' : 'expires', { when })
  }
}
