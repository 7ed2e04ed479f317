import { Menu, Stack, Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AVAILABILITIES } from '#shared/availability.ts'
import type { Availability } from '#shared/availability.ts'
import { saveAvailability } from '../../lib/availability.ts'
import type { AvailabilityChange } from '../../lib/availability.ts'
import { useAction } from '../use-action.ts'
import { AvailabilityDot } from './member-face.tsx'
import { useAvailabilityText, useEndText } from './use-availability-text.ts'
import type { MemberAvailability } from './use-availability-text.ts'

const AUTOMATIC = 'automatic'
const HALF_HOUR_MS = 30 * 60_000

/** The ends that can be chosen. `set`: the one that is set. */
const ENDS = ['half_hour', 'hour', 'day', 'open'] as const
type End = (typeof ENDS)[number] | 'set'

/**
 * Shows the items of a menu by which the availability of a member is set: one click sets it, another one its end. Without
 * `membershipId` it is the signed-in member's own.
 */
export function AvailabilityItems(props: { member: MemberAvailability; membershipId?: string }) {
  const { member, membershipId } = props
  const t = useTranslations('availability')
  const toText = useAvailabilityText()
  const toEnd = useEndText()
  const save = useAction({
    run: (change: AvailabilityChange) => saveAvailability(change, membershipId),
    failed: t('failed'),
  })
  const isByHand = member.availability_cause === 'by_hand'
  const chosen = isByHand ? member.availability : AUTOMATIC
  const until = isByHand ? member.availability_until : null
  const isOwn = membershipId === undefined
  const choose = (value: string) =>
    save.mutate({ availability: value === AUTOMATIC ? null : (value as Availability) })
  const chooseEnd = (value: string) => {
    if (value === 'set') return
    const end = endOf(value as End)
    save.mutate({ availability: member.availability, availability_until: end })
  }
  return (
    <>
      <Menu.Label>{`${t('title')}: ${toText(member)}`}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={choose} aria-label={t('title')}>
        {AVAILABILITIES.map((state) => (
          <Menu.RadioItem
            key={state}
            value={state}
            rightSection={<AvailabilityDot state={state} />}
          >
            {t(`states.${state}`)}
          </Menu.RadioItem>
        ))}
        <Menu.RadioItem value={AUTOMATIC}>
          <Stack gap={0}>
            <span>{t('automatic')}</span>
            <Text size="xs" component="span">
              {t(isOwn ? 'automaticHint' : 'automaticHintOf')}
            </Text>
          </Stack>
        </Menu.RadioItem>
      </Menu.RadioGroup>
      {isByHand && (
        <>
          <Menu.Label>{t('until')}</Menu.Label>
          <Menu.RadioGroup
            value={until === null ? 'open' : 'set'}
            onChange={chooseEnd}
            aria-label={t('until')}
          >
            {until !== null && (
              <Menu.RadioItem value="set">{t('untilTime', { time: toEnd(until) })}</Menu.RadioItem>
            )}
            {ENDS.map((end) => (
              <Menu.RadioItem key={end} value={end}>
                {t(end === 'open' && !isOwn ? 'choices.openOf' : `choices.${end}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </>
      )}
    </>
  )
}

/** Returns when a chosen end is; null: when the availability is changed. */
function endOf(end: End): string | null {
  if (end === 'open' || end === 'set') return null
  const now = new Date()
  const at =
    end === 'day'
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
      : new Date(now.getTime() + (end === 'hour' ? 2 : 1) * HALF_HOUR_MS)
  return at.toISOString()
}
