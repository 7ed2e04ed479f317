import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { toChoiceId } from '#csat/to-choice-id.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { ratingsOf } from '#shared/csat.ts'
import { isRatingTemplate } from '#shared/is-rating-template.ts'
import type { SendContent } from '../queueing/read-send-content.ts'
import type { Asked } from './write-question-message.ts'

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
