import {
  IconBrandInstagram,
  IconBrandMessenger,
  IconBrandWhatsapp,
  IconMessageCircle,
} from '@tabler/icons-react'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { Avatar } from '../../../components/avatar.tsx'
import classes from './channel-avatar.module.css'

const GLYPHS = {
  whatsapp: IconBrandWhatsapp,
  messenger: IconBrandMessenger,
  instagram: IconBrandInstagram,
  web_chat: IconMessageCircle,
} satisfies Record<ChannelType, unknown>

/** Shows the avatar of a contact with the sign of the channel that they write on. */
export function ChannelAvatar(props: { name: string; id: string; type: string }) {
  const { name, id } = props
  const type = props.type as ChannelType
  const Glyph = GLYPHS[type]
  return (
    <span className={classes.holder} title={CHANNEL_NAMES[type]}>
      <Avatar name={name} id={id} />
      <span className={classes.glyph} data-channel={type}>
        <Glyph size={13} stroke={2} aria-hidden />
        <span className="visually-hidden">{CHANNEL_NAMES[type]}</span>
      </span>
    </span>
  )
}
