import { formatsText } from './channel-types.ts'
import { removeFormatting } from './formatted-text.ts'

/** Returns the text of a message for a line that shows no formatting: without marks, if its platform formats texts. */
export function toPreview(text: string, channelType: string): string {
  return formatsText(channelType) ? removeFormatting(text) : text
}
