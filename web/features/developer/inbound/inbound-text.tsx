import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { PayloadStatus as Status } from '#shared/inbound.ts'
import type { en } from '../../../text/en.ts'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'

const TONES: Record<Status, Tone> = {
  pending: 'busy',
  processed: 'good',
  failed: 'bad',
  unrouted: 'quiet',
}

/** Shows a payload's status as a word. */
export function PayloadStatus({ status }: { status: Status }) {
  const t = useTranslations('developer.inbound.statuses')
  return <StatusText tone={TONES[status]}>{t(status)}</StatusText>
}

type Texts = (typeof en)['developer']['inbound']

/** Returns functions that translate the codes of the inbound log; an unknown code is returned unchanged. */
export function useInboundText() {
  const t = useTranslations('developer.inbound')
  const say =
    <Group extends 'platforms' | 'kinds' | 'reasons' | 'results' | 'resultTexts'>(group: Group) =>
    (word: string): string => {
      const key = `${group}.${word}` as `platforms.${keyof Texts['platforms']}`
      return /^\w+$/.test(word) && t.has(key) ? t(key) : word
    }
  return {
    platform: (name: string) => CHANNEL_NAMES[name as ChannelType] ?? say('platforms')(name),
    kind: say('kinds'),
    reason: say('reasons'),
    result: say('results'),
    resultText: say('resultTexts'),
  }
}
