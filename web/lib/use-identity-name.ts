import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES, IDENTITY_PLATFORMS } from '#shared/channel-types.ts'
import type { IdentityKind } from '#shared/identity-kinds.ts'

/** Returns a function that names a kind of identity: by its own text, or by the name of its platform. */
export function useIdentityName(): (kind: IdentityKind) => string {
  const t = useTranslations('personPane.identity')
  return (kind) =>
    kind === 'phone_e164' || kind === 'email' || kind === 'bsuid' || kind === 'wa_username'
      ? t(kind)
      : CHANNEL_NAMES[IDENTITY_PLATFORMS[kind]]
}
