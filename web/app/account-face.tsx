import { Avatar, UnstyledButton } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../lib/session.ts'

/** Shows the signed-in user's avatar as a button. */
export function AccountFace(props: ComponentPropsWithRef<'button'>) {
  const t = useTranslations('shell')
  const { user } = useSession()
  return (
    <UnstyledButton p={6} {...props}>
      <span className="visually-hidden">{t('userMenu', { name: user.name })}</span>
      <Avatar aria-hidden name={user.name} color="initials" size={34} radius="xl" />
    </UnstyledButton>
  )
}
