import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'

/** Shows a link back to the sign-in page. */
export function BackToSignIn() {
  const t = useTranslations('auth')
  return (
    <Anchor component={Link} to="/sign-in" size="sm" mx="auto">
      {t('backToSignIn')}
    </Anchor>
  )
}
