import { FIELD_STORIES } from './field-stories.tsx'
import { MARK_STORIES } from './mark-stories.tsx'
import { STATE_STORIES } from './state-stories.tsx'
import type { Story } from './story.ts'
import { TABLE_STORIES } from './table-stories.tsx'
import { TEXT_STORIES } from './text-stories.tsx'

/** Every component of `web/components/` in each of its states; a test finds a file that is missing here. */
export const STORIES: Readonly<Record<string, Story[]>> = {
  Texts: TEXT_STORIES,
  Marks: MARK_STORIES,
  States: STATE_STORIES,
  Fields: FIELD_STORIES,
  Tables: TABLE_STORIES,
}

/** Components that only show what the API answers: the pages that use them are in the pictures. */
export const OF_THE_API: readonly string[] = [
  'allowed-fields',
  'connected-apps',
  'contact-picker',
  'current-password-input',
  'custom-field-filters',
  'detail',
  'list-state',
  'save-view-dialog',
  'saved-views',
  'table-page',
  'use-live-switch',
]
