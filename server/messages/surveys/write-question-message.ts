import { toChoiceId } from '#csat/to-choice-id.ts'
import type { CsatSettings } from '#csat/schema.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { ratingsOf, titleOfRating } from '#shared/csat.ts'
import type { CsatTexts } from '#shared/csat.ts'
import type { SendContent } from '../queueing/read-send-content.ts'

/** A question to write: its id, the settings, and the texts of the customer's language. */
export type Asked = { requestId: string; settings: CsatSettings; texts: CsatTexts }

/**
 * Returns the message that asks for a rating: with buttons where the channel has them and the settings want them, else a text to which the
 * link is added when it leaves for the platform, so that nobody in the workspace sees it.
 */
export function writeQuestionMessage(type: ChannelType, asked: Asked): SendContent {
  const { requestId, settings, texts } = asked
  const { capabilities, questions } = findPlatform(type)
  const { question: text, choose, labels } = texts
  // Parley itself shows the buttons of a web chat, beside which a link would only be a detour.
  if (!questions || (settings.way === 'link' && !capabilities.isHosted))
    return { type: 'text', text, content: { rating_link: requestId } }
  const choices = ratingsOf(settings.scale).map((rating) => ({
    id: toChoiceId({ requestId, rating }),
    title: titleOfRating(rating, settings.scale, labels),
  }))
  return { text, ...questions.write({ text, choose, choices }) }
}
