import { AppLink } from '../app-link.tsx'
import { BackLink } from '../back-link.tsx'
import { CodeBlock } from '../code-block.tsx'
import { CodeSamples } from '../code-samples.tsx'
import { ContactLabel, ContactName } from '../contact-name.tsx'
import { CopyButton } from '../copy-button.tsx'
import { CopyId } from '../copy-id.tsx'
import { CustomerText } from '../customer-text.tsx'
import { DimmedText } from '../dimmed-text.tsx'
import { FormattedText } from '../formatted-text.tsx'
import { JsonBlock } from '../json-block.tsx'
import { Keys, ShortcutKeys } from '../keys.tsx'
import { Linked } from '../linked.tsx'
import { Markdown } from '../markdown.tsx'
import { MarkedText } from '../marked-text.tsx'
import { ShortTime } from '../short-time.tsx'
import { TextLink } from '../text-link.tsx'
import { TimeText } from '../time-text.tsx'
import type { Story } from './story.ts'

const ID = '01981e3a-7c11-7000-8000-00000000a1b2'
const NOBODY = { name: null, phone_e164: null, email: null, username: null }
const MINUTES_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTES_MS).toISOString()
const LONG = 'A name without a space at which it could break: '.concat('Donaudampfschiff'.repeat(6))

/** Texts, links, times and code. */
export const TEXT_STORIES: Story[] = [
  {
    file: 'app-link',
    states: {
      'in a text': () => (
        <p>
          Read it in <AppLink to="/inbox">the inbox</AppLink>.
        </p>
      ),
    },
  },
  { file: 'back-link', states: { alone: () => <BackLink to="/tickets">Tickets</BackLink> } },
  {
    file: 'code-block',
    states: {
      text: () => <CodeBlock label="curl" text="curl https://parley.example/api/v1/chats" />,
    },
  },
  {
    file: 'json-block',
    states: {
      JSON: () => (
        <JsonBlock label="Body" text={JSON.stringify({ id: ID, tags: ['new'], read: false })} />
      ),
    },
  },
  {
    file: 'markdown',
    states: {
      'all marks': () => (
        <Markdown
          text={'**Bold**, _italic_, `code`\n\n- one\n- two\n\n> quoted\n\n```\nblock\n```'}
        />
      ),
    },
  },
  {
    file: 'code-samples',
    states: {
      'three languages': () => (
        <CodeSamples
          title="List conversations"
          samples={{
            curl: 'curl …',
            typescript: 'await parley.chats.list()',
            python: 'parley.chats.list()',
          }}
        />
      ),
    },
  },
  {
    file: 'contact-name',
    states: {
      named: () => <ContactName person={{ ...NOBODY, name: 'Meera Nair' }} />,
      'no name': () => <ContactName person={{ ...NOBODY, id: ID }} />,
      'with avatar': () => <ContactLabel person={{ ...NOBODY, id: ID, name: 'Meera Nair' }} />,
      long: () => <ContactLabel person={{ ...NOBODY, id: ID, name: LONG }} size="row" />,
    },
  },
  {
    file: 'copy-button',
    states: {
      plain: () => <CopyButton value="text" />,
      labelled: () => <CopyButton value="text" label="Copy link" />,
    },
  },
  { file: 'copy-id', states: { plain: () => <CopyId id={ID} /> } },
  {
    file: 'customer-text',
    states: {
      Latin: () => <CustomerText>Where is my order?</CustomerText>,
      'right to left': () => <CustomerText>أين طلبي؟</CustomerText>,
      long: () => <CustomerText>{LONG}</CustomerText>,
    },
  },
  { file: 'dimmed-text', states: { plain: () => <DimmedText>Visible to your team.</DimmedText> } },
  {
    file: 'formatted-text',
    states: {
      marks: () => <FormattedText text={'*bold* _italic_ ~struck~ `code`'} />,
      list: () => <FormattedText text={'- one\n- two'} />,
      quote: () => <FormattedText text={'> Is it open?\nYes.'} />,
    },
  },
  {
    file: 'keys',
    states: {
      'one key': () => <Keys keys="e" />,
      chord: () => <Keys keys="mod+k" />,
      'of a shortcut': () => <ShortcutKeys id="undo" />,
    },
  },
  {
    file: 'linked',
    states: {
      address: () => (
        <p>
          <Linked text="See https://parley.example/help." />
        </p>
      ),
    },
  },
  {
    file: 'marked-text',
    states: {
      found: () => <MarkedText text="The zip broke" ranges={[{ start: 4, end: 7 }]} />,
      'nothing found': () => <MarkedText text="The zip broke" ranges={[]} />,
    },
  },
  {
    file: 'short-time',
    states: {
      now: () => <ShortTime value={ago(0)} />,
      hours: () => <ShortTime value={ago(180)} />,
      days: () => <ShortTime value={ago(3 * 1440)} />,
      year: () => <ShortTime value={ago(600 * 1440)} />,
    },
  },
  {
    file: 'text-link',
    states: { plain: () => <TextLink to="/reports">Open the report</TextLink> },
  },
  {
    file: 'time-text',
    states: {
      fresh: () => <TimeText value={ago(5)} />,
      old: () => <TimeText value={ago(60 * 1440)} />,
      exact: () => <TimeText value={ago(5)} exact />,
    },
  },
]
