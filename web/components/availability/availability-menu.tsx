import { Button, Menu } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AvailabilityItems } from './availability-items.tsx'
import { AvailabilityDot } from './member-face.tsx'
import { useAvailabilityText } from './use-availability-text.ts'
import type { MemberAvailability } from './use-availability-text.ts'

/** Shows the availability of a member as a button whose menu sets it. */
export function AvailabilityMenu(props: {
  member: MemberAvailability & { id: string; name: string }
  isOwn: boolean
}) {
  const { member, isOwn } = props
  const t = useTranslations('availability')
  const state = useAvailabilityText()(member)
  return (
    <Menu width={260} position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          maw="100%"
          styles={{
            label: {
              display: 'block',
              height: 'auto',
              paddingBlock: '0.25rem',
              textOverflow: 'ellipsis',
            },
          }}
          title={state}
          leftSection={<AvailabilityDot state={member.availability} />}
          aria-label={t('of', { name: member.name, state })}
        >
          {state}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="90dvh" style={{ overflowY: 'auto' }}>
        <AvailabilityItems member={member} {...(!isOwn && { membershipId: member.id })} />
      </Menu.Dropdown>
    </Menu>
  )
}
