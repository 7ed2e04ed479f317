import { UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../components/avatar.tsx'
import { useSession } from '../lib/session.ts'

/** Shows the signed-in user's avatar as a button. */
export function AccountFace(props: ComponentPropsWithRef<'button'>) {
  const t = useTranslations('shell')
  const { user } = useSession()
  return (
    <UnstyledButton p={6} {...props}>
      <span className="visually-hidden">{t('userMenu', { name: user.name })}</span>
      <Avatar id={user.id} name={user.name} />
    </UnstyledButton>
  )
}
