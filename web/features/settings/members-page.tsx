import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { Page } from '../../components/page.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { useCommands } from '../../lib/commands.ts'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { FormerMembers } from './members/former-members.tsx'
import { InviteDialog } from './members/invite-dialog.tsx'
import { LinkOnce } from './members/link-once.tsx'
import type { SentLink } from './members/link-once.tsx'
import { MemberRows } from './members/member-rows.tsx'
import type { Member } from './members/member-rows.tsx'
import { OpenInvitations } from './members/open-invitations.tsx'
import type { Invitation } from './members/open-invitations.tsx'

/** Shows the members of the workspace and the open invitations. */
export const MembersPage = adminPage('settings.members.title', Members)

function Members() {
  const t = useTranslations('settings.members')
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [isInviting, setInviting] = useState(hash === 'invite')
  const [sent, setSent] = useState<SentLink | null>(null)
  const members = useList<Member>(['members', 'list'], '/api/developer/members', {
    query: { removed: false },
  })
  const invitations = useList<Invitation>(['invitations'], '/api/developer/invitations', {
    pollMs: 15_000,
  })
  const close = () => {
    setInviting(false)
    // Going back to this page must not ask again.
    if (hash !== '') void navigate({ to: '/settings/members', replace: true })
  }
  useCommands([{ id: 'invite', label: t('invite'), run: () => setInviting(true) }])
  return (
    <Page
      title={t('title')}
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      }
    >
      <DimmedText mb="md" maw="44rem">
        {t('intro')}
      </DimmedText>
      <Stack gap="xl">
        <MemberRows list={members} />
        {!members.isPending && (
          <PageSection title={t('invitations')} gap="sm">
            <OpenInvitations list={invitations} onLink={setSent} />
          </PageSection>
        )}
        {!members.isPending && !invitations.isPending && <FormerMembers />}
      </Stack>
      {isInviting && <InviteDialog onClose={close} onLink={setSent} />}
      <LinkOnce sent={sent} onDone={() => setSent(null)} />
    </Page>
  )
}
