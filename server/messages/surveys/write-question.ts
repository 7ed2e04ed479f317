import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { toChoiceId } from '#csat/choice-id.ts'
import { isRatingTemplate } from '#csat/is-rating-template.ts'
import type { CsatSettings } from '#csat/schema.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { ratingsOf, titleOfRating } from '#shared/csat.ts'
import type { CsatTexts } from '#shared/csat.ts'
import type { SendContent } from '../queueing/read-send-content.ts'

/** A question to write: its id, the settings, and the texts of the customer's language. */
type Asked = { requestId: string; settings: CsatSettings; texts: CsatTexts }

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

/** Returns the message that asks by the template of the settings, in the language of the texts if it has that; undefined if none can ask. */
export async function writeTemplateMessage(
  tx: Scope,
  channel: { type: ChannelType; business_account: string | null },
  { requestId, settings, texts }: Asked,
): Promise<SendContent | undefined> {
  const { writeButtons } = findPlatform(channel.type).questions ?? {}
  const { template: name, scale } = settings
  if (!writeButtons || name === null || channel.business_account === null) return undefined
  const rows = await selectFrom(tx, 'templates')
    .select(['language', 'components'])
    .where('business_account', '=', channel.business_account)
    .where('name', '=', name)
    .where('status', 'in', ['APPROVED', 'FLAGGED'])
    .orderBy('language')
    .execute()
  const usable = rows.filter(({ components }) => isRatingTemplate(components, scale))
  const [wanted] = texts.language.split('-')
  const found = usable.find(({ language }) => language.split(/[-_]/)[0] === wanted) ?? usable[0]
  if (!found) return undefined
  const { language } = found
  const components = writeButtons(
    ratingsOf(scale).map((rating) => toChoiceId({ requestId, rating })),
  )
  return {
    type: 'template',
    text: null,
    content: { template: { name, language: { code: language }, components } },
    template: { name, language, components },
  }
}
