import { Button, Stack } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { useSession } from '../../lib/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { startSso } from './start-sso.ts'

/** Leads a member to the single sign-on that the workspace requires; nothing else is open to them. */
export function RequiredSsoPage() {
  const t = useTranslations('sso')
  const { workspace } = useSession()
  return (
    <AuthFrame
      title={t('requiredTitle')}
      text={t.rich('requiredText', {
        workspace: () => <CustomerText>{workspace.name}</CustomerText>,
      })}
    >
      <Stack>
        <Button onClick={() => startSso({ workspace: workspace.slug, next: '/' })}>
          {t('continue')}
        </Button>
        <OtherWays />
      </Stack>
    </AuthFrame>
  )
}
