import { Anchor, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { signOut, switchWorkspace, useSession } from '../../lib/session.ts'

/** The links out of a page that a workspace's policy puts before everything else: sign out, or another workspace. */
export function OtherWays() {
  const t = useTranslations('security')
  const { workspace, memberships } = useSession()
  const others = memberships.filter((each) => each.workspace.id !== workspace.id)
  return (
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
  )
}
