import { useTranslations } from 'use-intl'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'
import type { ChannelResource } from './channels-query.ts'

const TONES = {
  working: 'good',
  quiet: 'quiet',
  noToken: 'busy',
  stopped: 'bad',
  restricted: 'bad',
  disconnected: 'quiet',
} as const satisfies Record<string, Tone>

/** Shows a channel's state as a word. */
export function ChannelState({ channel }: { channel: ChannelResource }) {
  const t = useTranslations('settings.channels')
  const state = stateOf(channel)
  return <StatusText tone={TONES[state]}>{t(`states.${state}`)}</StatusText>
}

function stateOf(channel: ChannelResource): keyof typeof TONES {
  if (channel.disconnected_at !== null) return 'disconnected'
  if (channel.send_stopped_at !== null) return 'stopped'
  if (channel.account_status !== 'active') return 'restricted'
  if (!channel.has_access_token) return 'noToken'
  return channel.last_inbound_at === null ? 'quiet' : 'working'
}
