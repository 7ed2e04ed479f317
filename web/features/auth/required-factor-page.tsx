import { Anchor, Group, Stack } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { SetUpSecondFactor } from '../../components/second-factor/set-up-second-factor.tsx'
import { signOut, switchWorkspace, useSession } from '../../lib/session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Lets a member set up the second factor that the workspace requires; nothing else is open to them. */
export function RequiredFactorPage() {
  const t = useTranslations('security')
  const { workspace, memberships } = useSession()
  const others = memberships.filter((each) => each.workspace.id !== workspace.id)
  return (
    <AuthFrame
      pageTitle={t('requiredTitle')}
      title={t('requiredTitle')}
      text={t.rich('requiredText', {
        workspace: () => <CustomerText>{workspace.name}</CustomerText>,
      })}
    >
      <Stack>
        <SetUpSecondFactor onDone={() => window.location.assign('/')} />
        <Group gap="md">
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            {t('signOut')}
          </Anchor>
          {others.map((each) => (
            <Anchor
              key={each.id}
              component="button"
              type="button"
              size="sm"
              onClick={() => void switchWorkspace(each.workspace.id)}
            >
              {t('switchTo', { name: each.workspace.name })}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </AuthFrame>
  )
}
