import { useTranslations } from 'use-intl'
import type { en } from '../../text/en/index.ts'
import { StatusText } from '../../components/status-text.tsx'
import type { Tone } from '../../components/status-text.tsx'

/** The sources of payloads. */
export const PLATFORMS = ['whatsapp', 'messenger', 'instagram', 'form'] as const

/** The statuses of a payload. */
export const PAYLOAD_STATUSES = ['pending', 'processed', 'failed', 'unrouted'] as const

/** The possible results of an item. */
export const RESULTS = ['recorded', 'repeated', 'parked', 'kept', 'failed', 'split'] as const

const TONES: Record<(typeof PAYLOAD_STATUSES)[number], Tone> = {
  pending: 'busy',
  processed: 'good',
  failed: 'bad',
  unrouted: 'quiet',
}

/** Shows a payload's status as a word. */
export function PayloadStatus({ status }: { status: (typeof PAYLOAD_STATUSES)[number] }) {
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
    platform: say('platforms'),
    kind: say('kinds'),
    reason: say('reasons'),
    result: say('results'),
    resultText: say('resultTexts'),
  }
}
