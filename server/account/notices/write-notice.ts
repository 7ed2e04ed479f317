import { isHindi } from '../mail/mail-texts.ts'
import { englishNotices } from './english-notices.ts'
import { hindiNotices } from './hindi-notices.ts'
import type { KindTexts, NoticeText } from './facts.ts'
import type { Notice } from './schema.ts'

/**
 * Writes the mail for a notice in the language of a user's profile. `workspace` is the name of the workspace.
 */
export function writeNotice(
  notice: Notice,
  about: { workspace: string; publicUrl: string; locale: string | null },
): { subject: string; text: string } {
  const { workspace, publicUrl, locale } = about
  const texts = isHindi(locale) ? hindiNotices : englishNotices
  const text = textOf(texts, notice, workspace)
  const paragraphs = [
    text.what,
    text.about.join('\n'),
    `${texts.labels.parley}: ${text.parley}`,
    `${texts.labels.todo}: ${text.todo}`,
    `${texts.labels.workspace}:\n${publicUrl}`,
  ]
  return { subject: `[${workspace}] ${text.subject}`, text: paragraphs.join('\n\n') }
}

function textOf<Kind extends Notice['kind']>(
  texts: KindTexts,
  { kind, data }: Notice<Kind>,
  workspace: string,
): NoticeText {
  return texts[kind](data, workspace)
}
