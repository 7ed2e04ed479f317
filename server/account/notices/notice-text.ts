import { FETCH_FAILURES } from '#lib/fetch-failure.ts'
import { accountRestricted, accountViolation, limitLowered, qualityLow } from './account-text.ts'
import { WAITING_COUNTED_MAX } from './schema.ts'
import type { Notice } from './schema.ts'

type Facts<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>['data']

/** Subject and text of the mail that tells an admin of a notice. `workspace` is its name. */
export function writeNotice(
  notice: Notice,
  about: { workspace: string; publicUrl: string },
): { subject: string; text: string } {
  const { subject, paragraphs } = toParts(notice, about.workspace)
  const text = [...paragraphs, `Your workspace:\n${about.publicUrl}`].join('\n\n')
  return { subject: `[${about.workspace}] ${subject}`, text }
}

function toParts(notice: Notice, workspace: string) {
  if (notice.kind === 'channel_stopped') return channelStopped(notice.data, workspace)
  if (notice.kind === 'account_restricted') return accountRestricted(notice.data, workspace)
  if (notice.kind === 'account_violation') return accountViolation(notice.data, workspace)
  if (notice.kind === 'quality_low') return qualityLow(notice.data, workspace)
  if (notice.kind === 'limit_lowered') return limitLowered(notice.data, workspace)
  const host = URL.parse(notice.data.url)?.host ?? 'a webhook endpoint'
  return notice.kind === 'endpoint_disabled'
    ? disabled(notice.data, workspace, host)
    : recovered(notice.data, workspace, host)
}

function channelStopped(facts: Facts<'channel_stopped'>, workspace: string) {
  return {
    subject: `Channel stopped: ${facts.name}`,
    paragraphs: [
      `Sending on a channel of ${workspace} has stopped: the platform refuses the account.`,
      [
        `Channel: ${facts.name} (${facts.account})`,
        `Id: ${facts.channel_id}`,
        `Reason: ${facts.message} (${facts.code})`,
      ].join('\n'),
      'What Parley does: Nothing is lost: messages wait. Every five minutes one of them is tried, and the rest follow once the platform takes it.',
      `What to do: ${facts.advice}`,
    ],
  }
}

function disabled(facts: Facts<'endpoint_disabled'>, workspace: string, host: string) {
  const isGone = facts.reason === 'gone'
  const since = facts.failing_since ? ` since ${toText(facts.failing_since)}` : ''
  const why = isGone
    ? 'it answered 410 Gone, which asks for no more deliveries'
    : `every delivery to it has failed${since}`
  const now = isGone
    ? 'Deliveries that were waiting are kept, but not tried. Events that happen from now on are not sent to this endpoint; they stay in the event feed and can be replayed.'
    : 'Nothing is lost: its deliveries wait, those of new events too. Now and then Parley tries one of them, and enables the endpoint again by itself once that succeeds. A delivery that has waited for longer than your workspace keeps its log is cancelled.'
  const what = isGone
    ? 'If the endpoint is to get events again, make it answer 2xx and enable it. If not, delete it.'
    : 'Make the endpoint answer 2xx within 10 seconds, or correct its URL; send a test delivery; then enable it, and what waited is sent. If it is no longer needed, delete it.'
  return {
    subject: `Webhook endpoint disabled: ${host}`,
    paragraphs: [
      `Parley has disabled a webhook endpoint of ${workspace}: ${why}.`,
      [
        `Endpoint: ${toShownUrl(facts.url)}`,
        `Id: ${facts.endpoint_id}`,
        `Last try: ${explainTry(facts)}`,
      ].join('\n'),
      `What Parley does: ${now}`,
      `What to do: ${what}`,
    ],
  }
}

function recovered(facts: Facts<'endpoint_recovered'>, workspace: string, host: string) {
  const since = facts.disabled_at ? ` It had been disabled since ${toText(facts.disabled_at)}.` : ''
  return {
    subject: `Webhook endpoint works again: ${host}`,
    paragraphs: [
      `Parley has enabled a webhook endpoint of ${workspace} again: it accepted a delivery.${since}`,
      `Endpoint: ${toShownUrl(facts.url)}\nId: ${facts.endpoint_id}`,
      `What Parley does: ${explainBacklog(facts.waiting)}`,
      'What to do: nothing, unless the endpoint should stay disabled; then disable it.',
    ],
  }
}

function explainTry(facts: Facts<'endpoint_disabled'>): string {
  const { last_error: error, last_response_status: status } = facts
  if (error === 'unexpected_status' && status !== null) return `it answered ${status}.`
  if (error !== null && Object.hasOwn(FETCH_FAILURES, error))
    return FETCH_FAILURES[error as keyof typeof FETCH_FAILURES]
  return error ?? (status === null ? 'unknown' : `it answered ${status}.`)
}

function explainBacklog(waiting: number): string {
  if (waiting === 0) return 'No delivery waited; new ones are sent as they come.'
  const many = waiting >= WAITING_COUNTED_MAX
  const count = many ? `${WAITING_COUNTED_MAX.toLocaleString('en')} or more` : String(waiting)
  const noun = waiting === 1 ? 'delivery that waited is' : 'deliveries that waited are'
  return `${count} ${noun} sent now, slowly at first and then faster.`
}

/** Without its query, which may hold a secret: mail is read on many screens. */
function toShownUrl(text: string): string {
  const url = URL.parse(text)
  return url ? `${url.origin}${url.pathname}` : text
}

function toText(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
