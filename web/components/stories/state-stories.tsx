import { Button } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { ConnectionError, ParleyError } from '#client/core.ts'
import type { List } from '../../lib/use-list.ts'
import { EmptySample } from '../empty-sample.tsx'
import { FoldedSection } from '../folded-section.tsx'
import { FormError } from '../form-error.tsx'
import { ListPage } from '../list-page.tsx'
import { NoticePlace } from '../notice-place.tsx'
import { NoticeFrame } from '../notices.tsx'
import { Notice } from '../notice.tsx'
import { Page } from '../page.tsx'
import { PageSection } from '../page-section.tsx'
import { QueryState } from '../query-state.tsx'
import { RowList } from '../row-list.tsx'
import { PlainRows, Row, Rows } from '../rows.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../states.tsx'
import { StatusText } from '../status-text.tsx'
import type { Story } from './story.ts'

const problem = (status: number, detail: string) =>
  new ParleyError({ detail, request_id: 'req_7f3a' }, status)
const nothing = () => {}

type Item = { id: string; name: string }
const EMPTY: List<Item> = {
  rows: [],
  isPending: false,
  isStale: false,
  error: null,
  refetch: nothing,
  hasMore: false,
  isReadingMore: false,
  readMore: nothing,
}
const SOME: List<Item> = {
  ...EMPTY,
  rows: [
    { id: 'a', name: 'https://hooks.example.com/orders' },
    { id: 'b', name: 'https://hooks.example.com/crm' },
  ],
}
const none = <EmptyState title="No endpoints yet" text="Add one to receive events." />
const list = (name: string, of: List<Item>) => (
  <Rows label={name} list={of} empty={none}>
    {({ id, name: title }) => (
      <Row key={id} title={title} lead={<StatusText tone="good">Healthy</StatusText>} />
    )}
  </Rows>
)

/** What pages and lists show: rows, nothing, loading and failures. */
export const STATE_STORIES: Story[] = [
  {
    file: 'states',
    states: {
      empty: () => (
        <EmptyState
          icon={<IconInbox size={32} stroke={1.5} aria-hidden />}
          title="No deliveries yet"
          text="Deliveries appear here once an event is sent to an endpoint."
        >
          <Button>Add endpoint</Button>
        </EmptyState>
      ),
      loading: () => <LoadingRows count={3} />,
      failed: () => <ErrorState error={problem(500, 'Something broke.')} onRetry={nothing} />,
      missing: () => <ErrorState error={problem(404, 'There is no such ticket.')} />,
      forbidden: () => <ErrorState error={problem(403, 'Ask an admin for access.')} />,
      offline: () => <ErrorState error={new ConnectionError('unreachable')} onRetry={nothing} />,
    },
  },
  {
    file: 'empty-sample',
    states: { rows: () => <EmptySample />, people: () => <EmptySample hasFaces /> },
  },
  {
    file: 'query-state',
    states: {
      loading: () => <QueryState query={{ error: null, refetch: nothing }} />,
      failed: () => (
        <QueryState query={{ error: problem(500, 'Something broke.'), refetch: nothing }} />
      ),
    },
  },
  {
    file: 'rows',
    states: {
      rows: () => list('Endpoints', SOME),
      empty: () => list('No endpoints', EMPTY),
      loading: () => list('Loading endpoints', { ...EMPTY, isPending: true }),
      failed: () => list('Failed endpoints', { ...EMPTY, error: problem(500, 'Something broke.') }),
      'more to come': () => list('More endpoints', { ...SOME, hasMore: true }),
      plain: () => (
        <PlainRows label="Plain">
          <Row title="A title" sub="The line below it" />
        </PlainRows>
      ),
    },
  },
  {
    file: 'row-list',
    states: {
      rows: () => (
        <RowList
          list={SOME}
          label="Endpoints as a table"
          to={({ id }) => `/developer/webhooks/${id}`}
          columns={[
            { key: 'name', label: 'Address', place: 'title', cell: ({ name }) => name },
            { key: 'id', label: 'Id', width: 6, cell: ({ id }) => id },
          ]}
        />
      ),
    },
  },
  {
    file: 'list-page',
    states: {
      empty: () => (
        <ListPage
          title="Endpoints"
          intro="Parley sends events to them."
          list={EMPTY}
          empty={{ title: 'No endpoints yet' }}
          row={() => null}
        />
      ),
    },
  },
  {
    file: 'page',
    states: {
      plain: () => (
        <Page title="A page" actions={<Button>Save</Button>}>
          Its content
        </Page>
      ),
    },
  },
  {
    file: 'page-section',
    states: {
      'with an action': () => (
        <PageSection title="Domains" actions={<Button size="xs">Add</Button>}>
          Its content
        </PageSection>
      ),
    },
  },
  {
    file: 'notice',
    states: {
      note: () => <Notice title="Held by Meta’s Business Agent">Your reply takes over.</Notice>,
      good: () => <Notice tone="good">The domain is verified.</Notice>,
      bad: () => <Notice tone="bad">The endpoint answered 500.</Notice>,
    },
  },
  {
    file: 'notices',
    states: {
      done: () => <NoticeFrame>Conversation closed</NoticeFrame>,
      failed: () => <NoticeFrame isFailure>Couldn’t close the conversation</NoticeFrame>,
    },
  },
  {
    file: 'folded-section',
    states: { folded: () => <FoldedSection title="Identity secret">Its content</FoldedSection> },
  },
  { file: 'notice-place', states: { 'marks a place': () => <NoticePlace /> } },
  {
    file: 'form-error',
    states: {
      failed: () => <FormError error={problem(409, 'The name is taken.')} />,
      none: () => <FormError error={null} />,
    },
  },
]
