import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { MemberAvatar } from '../components/avatar.tsx'
import { useSession } from '../lib/session.ts'

/** Shows the signed-in user's avatar, or `face`, as a button. `state` says in words what `face` shows besides. */
export function AccountFace({
  face,
  state,
  ...props
}: ComponentPropsWithRef<'button'> & { face?: ReactNode; state?: string | undefined }) {
  const t = useTranslations('shell')
  const { user } = useSession()
  return (
    <UnstyledButton p={6} {...props}>
      <span className="visually-hidden">
        {t('userMenu', { name: user.name })}
        {state !== undefined && ` (${state})`}
      </span>
      {face ?? <MemberAvatar id={user.id} name={user.name} />}
    </UnstyledButton>
  )
}
