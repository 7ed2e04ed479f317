import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { confirmWithPasskey } from '../../lib/passkeys.ts'
import { PasskeyError } from './passkey-error.tsx'

/** Shows a button with which the signed-in user confirms with a passkey who they are. */
export function ConfirmWithPasskey({ onDone }: { onDone: () => void }) {
  const t = useTranslations('passkeys')
  const confirm = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone })
  return (
    <>
      <PasskeyError error={confirm.error} />
      <Button
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={confirm.isPending}
        onClick={() => confirm.mutate()}
        data-autofocus
      >
        {t('use')}
      </Button>
    </>
  )
}
