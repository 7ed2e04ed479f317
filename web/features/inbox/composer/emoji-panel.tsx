import { EmojiPicker } from 'frimousse'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/intl.tsx'
import classes from './emoji-picker.module.css'

/** Shows every emoji, by group and searchable in the user's language. The names come from our own server. */
export function EmojiPanel({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useTranslations('composer')
  const language = useLanguage()
  return (
    <EmojiPicker.Root
      className={classes.root}
      locale={language}
      emojibaseUrl={EMOJI_PATH}
      columns={8}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
    >
      <EmojiPicker.Search
        className={classes.search}
        placeholder={t('searchEmoji')}
        aria-label={t('searchEmoji')}
        autoFocus
      />
      <EmojiPicker.Viewport className={classes.viewport}>
        <EmojiPicker.Loading className={classes.hint}>{t('loadingEmoji')}</EmojiPicker.Loading>
        <EmojiPicker.Empty className={classes.hint}>{t('noEmoji')}</EmojiPicker.Empty>
        <EmojiPicker.List
          className={classes.list}
          components={{
            CategoryHeader: ({ category, ...props }) => (
              <div {...props} className={classes.category}>
                {category.label}
              </div>
            ),
            Emoji: ({ emoji, ...props }) => (
              <button {...props} type="button" className={classes.emoji}>
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
