import { Button, Divider } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { PasskeyError } from '../../components/passkeys/passkey-error.tsx'
import { canUsePasskeys, offerPasskeys, signInWithPasskey } from '../../lib/passkeys.ts'

/**
 * Shows a button that signs in with a passkey, and also offers passkeys in the suggestions of the field with
 * `autoComplete="username webauthn"`. Opens `next`, a path of this app, after the sign-in.
 */
export function PasskeySignIn({ next }: { next: string }) {
  const t = useTranslations('passkeys')
  const [offerError, setOfferError] = useState<Error | null>(null)
  const signIn = useMutation({
    mutationFn: signInWithPasskey,
    onMutate: () => setOfferError(null),
    onSuccess: () => window.location.assign(next),
  })
  // A browser asks for one passkey at a time.
  const isOffered = !signIn.isPending && !signIn.isSuccess
  useEffect(
    () =>
      isOffered
        ? offerPasskeys({
            signedIn: () => window.location.assign(next),
            failed: (err) => setOfferError(err instanceof Error ? err : null),
          })
        : undefined,
    [isOffered, next],
  )
  if (!canUsePasskeys()) return null
  return (
    <>
      <Divider label={t('or')} />
      <PasskeyError error={signIn.error ?? offerError} />
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t('signIn')}
      </Button>
    </>
  )
}
