import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { signOut, switchWorkspace, useSession } from '../../lib/session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { startSso } from './start-sso.ts'

/** Leads a member to the single sign-on that the workspace requires; nothing else is open to them. */
export function RequiredSsoPage() {
  const t = useTranslations('sso')
  const tSecurity = useTranslations('security')
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
        <Button onClick={() => startSso({ workspace: workspace.slug, next: '/' })}>
          {t('continue')}
        </Button>
        <Group gap="md">
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            {tSecurity('signOut')}
          </Anchor>
          {others.map((each) => (
            <Anchor
              key={each.id}
              component="button"
              type="button"
              size="sm"
              onClick={() => void switchWorkspace(each.workspace.id)}
            >
              {tSecurity('switchTo', { name: each.workspace.name })}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </AuthFrame>
  )
}
