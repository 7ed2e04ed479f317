import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { Avatar } from '../../../components/avatar.tsx'
import classes from './channel-avatar.module.css'

/** Shows the avatar of a contact with the sign of the channel that they write on, which the style sheet draws. */
export function ChannelAvatar(props: { name: string; id: string; type: string }) {
  const { name, id, type } = props
  const channel = CHANNEL_NAMES[type as ChannelType]
  return (
    <span className={classes.holder} title={channel}>
      <Avatar name={name} id={id} />
      <span className={classes.glyph} data-channel={type}>
        <span className="visually-hidden">{channel}</span>
      </span>
    </span>
  )
}
