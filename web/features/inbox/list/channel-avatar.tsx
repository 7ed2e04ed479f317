import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { Avatar } from '../../../components/avatar.tsx'
import classes from './channel-avatar.module.css'

/** Shows the avatar of a contact with the sign of the channel that they write on, which the style sheet draws. A screen reader reads neither. */
export function ChannelAvatar(props: { name: string; id: string; type: string }) {
  const { name, id, type } = props
  return (
    <span className={classes.holder} title={CHANNEL_NAMES[type as ChannelType]} aria-hidden>
      <Avatar name={name} id={id} />
      <span className={classes.glyph} data-channel={type} />
    </span>
  )
}
