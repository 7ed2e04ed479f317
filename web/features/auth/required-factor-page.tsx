import { Button, Divider, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { AddPasskey } from '../../components/passkeys/add-passkey.tsx'
import { ConfirmWithPasskey } from '../../components/passkeys/confirm-with-passkey.tsx'
import { SetUpSecondFactor } from '../../components/second-factor/set-up-second-factor.tsx'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import { useSession } from '../../lib/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { OtherWays } from './other-ways.tsx'

/** Lets a member set up the second factor that the workspace requires; nothing else is open to them. */
export function RequiredFactorPage() {
  const t = useTranslations('security')
  const tPasskeys = useTranslations('passkeys')
  const { workspace, has_passkey: hasPasskey } = useSession()
  const open = () => window.location.assign('/')
  const title = hasPasskey ? tPasskeys('requiredTitle') : t('requiredTitle')
  const names = { workspace: () => <CustomerText>{workspace.name}</CustomerText> }
  const text = hasPasskey
    ? tPasskeys.rich('requiredText', names)
    : canUsePasskeys()
      ? tPasskeys.rich('requiredChoice', names)
      : t.rich('requiredText', names)
  return (
    <AuthFrame title={title} text={text}>
      <Stack>
        {hasPasskey ? (
          <>
            <ConfirmWithPasskey onDone={open} />
            <DimmedText>{tPasskeys('requiredLost')}</DimmedText>
          </>
        ) : (
          <SetUpEither onDone={open} />
        )}
        <OtherWays />
      </Stack>
    </AuthFrame>
  )
}

/** Sets up an authenticator app, or a passkey if the browser can use one. */
function SetUpEither({ onDone }: { onDone: () => void }) {
  const t = useTranslations('passkeys')
  const [isAdding, setAdding] = useState(false)
  if (isAdding) return <AddPasskey onDone={onDone} onCancel={() => setAdding(false)} />
  return (
    <>
      {canUsePasskeys() && (
        <>
          <Button onClick={() => setAdding(true)}>{t('add')}</Button>
          <Divider label={t('or')} />
        </>
      )}
      <SetUpSecondFactor onDone={onDone} />
    </>
  )
}
