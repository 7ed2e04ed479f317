import { Anchor } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { TextLink } from '../../components/text-link.tsx'
import type { ContactDetail } from '../../lib/contacts.ts'
import { formatPhone } from '../../lib/format-phone.ts'
import glyphs from '../inbox/list/channel-avatar.module.css'
import { contactChatsQuery } from './contact-data.ts'
import classes from './contacts.module.css'

/** Shows how a contact can be reached: the phone number, the email address, and the newest conversation of each platform. */
export function ContactChannels({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const { data: chats } = useQuery(contactChatsQuery(person))
  const newest = (chats?.data ?? []).filter(
    ({ channel }, index, all) =>
      all.findIndex((each) => each.channel.type === channel.type) === index,
  )
  return (
    <>
      {person.phone_e164 !== null && (
        <Chip glyph={<IconPhone size={16} aria-hidden />}>
          <Anchor
            size="sm"
            href={`tel:${encodeURIComponent(person.phone_e164)}`}
            aria-label={`${t('columns.phone_e164')}: ${formatPhone(person.phone_e164)}`}
          >
            {formatPhone(person.phone_e164)}
          </Anchor>
        </Chip>
      )}
      {person.email !== null && (
        <Chip glyph={<IconMail size={16} aria-hidden />}>
          <Anchor size="sm" href={`mailto:${encodeURIComponent(person.email)}`}>
            <CustomerText>{person.email}</CustomerText>
          </Anchor>
        </Chip>
      )}
      {newest.map(({ id, channel }) => (
        <Chip
          key={id}
          glyph={
            <span className={classes.channelGlyph} aria-hidden>
              <span className={glyphs.glyph} data-channel={channel.type} style={{ inset: 0 }} />
            </span>
          }
        >
          <TextLink
            to={`/inbox/${id}`}
            aria-label={t('openChat', { channel: CHANNEL_NAMES[channel.type as ChannelType] })}
          >
            {CHANNEL_NAMES[channel.type as ChannelType]}
          </TextLink>
        </Chip>
      ))}
    </>
  )
}

function Chip({ glyph, children }: { glyph: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.channel}>
      {glyph}
      {children}
    </span>
  )
}
