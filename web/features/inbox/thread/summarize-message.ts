import type { useTranslations } from 'use-intl'
import { toPreview } from '#shared/to-preview.ts'
import type { Message } from '../data/types.ts'
import { shorten } from '../../../lib/display-name.ts'

const SHOWN_MAX = 160

/** Returns a message in one line: its shortened text, or its kind. */
export function summarizeMessage(
  { text, type }: Pick<Message, 'text' | 'type'>,
  channelType: string,
  t: ReturnType<typeof useTranslations<'inboxThread'>>,
): string {
  if (text) return shorten(toPreview(text, channelType), SHOWN_MAX)
  switch (type) {
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return t(`media.${type}`)
    case 'location':
      return t('location')
    case 'contacts':
      return t('contact')
    case 'order':
      return t('order')
    default:
      return t('unsupported')
  }
}
