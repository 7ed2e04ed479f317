import { isHindi } from '../mail/mail-texts.ts'
import { FETCH_FAILURES } from '#lib/outgoing/fetch-failure.ts'
import type { TokenError } from '#shared/webhooks.ts'
import { accountRestricted, accountViolation, limitLowered, qualityLow } from './account-text.ts'
import { writeHindiNotice } from './notice-text-hi.ts'
import { toShownUrl, toUtcText } from './notice-values.ts'
import type { Facts, NoticeText } from './notice-values.ts'
import { WAITING_COUNTED_MAX } from './schema.ts'
import type { Notice } from './schema.ts'
import { visitorsLimited } from './visitors-limited-text.ts'

/**
 * Writes the mail for a notice in the language of a user's profile. `workspace` is the name of the workspace.
 */
export function writeNotice(
  notice: Notice,
  about: { workspace: string; publicUrl: string; locale: string | null },
): { subject: string; text: string } {
  const { workspace, publicUrl, locale } = about
  const { subject, paragraphs } = isHindi(locale)
    ? writeHindiNotice(notice, workspace)
    : toParts(notice, workspace)
  const last = `${isHindi(locale) ? 'आपका वर्कस्पेस' : 'Your workspace'}:\n${publicUrl}`
  return { subject: `[${workspace}] ${subject}`, text: [...paragraphs, last].join('\n\n') }
}

function toParts(notice: Notice, workspace: string): NoticeText {
  if (notice.kind === 'channel_stopped') return channelStopped(notice.data, workspace)
  if (notice.kind === 'account_restricted') return accountRestricted(notice.data, workspace)
  if (notice.kind === 'account_violation') return accountViolation(notice.data, workspace)
  if (notice.kind === 'quality_low') return qualityLow(notice.data, workspace)
  if (notice.kind === 'domain_unproved') return domainUnproved(notice.data, workspace)
  if (notice.kind === 'limit_lowered') return limitLowered(notice.data, workspace)
  if (notice.kind === 'visitors_limited') return visitorsLimited(notice.data, workspace)
  const host = URL.parse(notice.data.url)?.host ?? 'a webhook endpoint'
  if (notice.kind === 'client_certificate_expires')
    return certificateExpires(notice.data, workspace, host)
  return notice.kind === 'endpoint_disabled'
    ? disabled(notice.data, workspace, host)
    : recovered(notice.data, workspace, host)
}

function channelStopped(facts: Facts<'channel_stopped'>, workspace: string) {
  return {
    subject: `Channel stopped: ${facts.name}`,
    paragraphs: [
      `The platform rejects the account of a channel of ${workspace}, so sending on it has stopped.`,
      [
        `Channel: ${facts.name} (${facts.account})`,
        `Id: ${facts.channel_id}`,
        `Reason: ${facts.message} (${facts.code})`,
      ].join('\n'),
      'What Parley does: No messages are lost: they stay queued. Parley tries one of them every five minutes, and sends the rest once the platform accepts it.',
      `What you can do: ${facts.advice}`,
    ],
  }
}

function domainUnproved(facts: Facts<'domain_unproved'>, workspace: string) {
  const { domain, record, status, lapses_at: lapsesAt } = facts
  const isLapsed = status === 'lapsed'
  const now = isLapsed
    ? 'People with an address of the domain no longer become members by single sign-on. Members stay members and sign in as before.'
    : `Nothing changes until ${toUtcText(lapsesAt)}. From then on, people with an address of the domain no longer become members by single sign-on. Members stay members.`
  return {
    subject: isLapsed ? `Domain no longer verified: ${domain}` : `TXT record missing: ${domain}`,
    paragraphs: [
      `The domain ${domain} of ${workspace} ${isLapsed ? 'is no longer verified, because its TXT record was missing for days' : 'no longer has the TXT record that proves its ownership'}.`,
      `Record: ${record}`,
      `What Parley does: ${now}`,
      `What you can do: ${isLapsed ? 'Create the record again, and verify the domain in Settings → Single sign-on.' : 'Create the record again. Parley looks for it each day; Settings → Single sign-on checks it at once.'} If the domain is not yours any more, remove it there.`,
    ],
  }
}

function disabled(facts: Facts<'endpoint_disabled'>, workspace: string, host: string) {
  const isGone = facts.reason === 'gone'
  const since = facts.failing_since ? ` since ${toUtcText(facts.failing_since)}` : ''
  const why = isGone
    ? 'it responded with 410 Gone, which asks for no further deliveries'
    : `every delivery to it has failed${since}`
  const now = isGone
    ? 'Pending deliveries are kept but not attempted. New events are not delivered to this endpoint. They stay in the event feed and can be replayed.'
    : "No deliveries are lost: they stay pending, including those of new events. From time to time Parley attempts one of them, and enables the endpoint again once that succeeds. Deliveries that stay pending longer than your workspace's retention time are canceled."
  const what = isGone
    ? 'If the endpoint should receive events again, make it respond with 2xx and enable it. Otherwise, delete it.'
    : 'Make the endpoint respond with 2xx within 10 seconds, or correct its URL. Send a test delivery, then enable the endpoint: the pending deliveries are sent. If you no longer need the endpoint, delete it.'
  return {
    subject: `Webhook endpoint disabled: ${host}`,
    paragraphs: [
      `Parley disabled a webhook endpoint of ${workspace} because ${why}.`,
      [
        `Endpoint: ${toShownUrl(facts.url)}`,
        `Id: ${facts.endpoint_id}`,
        `Last attempt: ${explainTry(facts)}`,
      ].join('\n'),
      `What Parley does: ${now}`,
      `What you can do: ${what}`,
    ],
  }
}

function recovered(facts: Facts<'endpoint_recovered'>, workspace: string, host: string) {
  const since = facts.disabled_at
    ? ` It had been disabled since ${toUtcText(facts.disabled_at)}.`
    : ''
  return {
    subject: `Webhook endpoint works again: ${host}`,
    paragraphs: [
      `Parley enabled a webhook endpoint of ${workspace} again because it accepted a delivery.${since}`,
      `Endpoint: ${toShownUrl(facts.url)}\nId: ${facts.endpoint_id}`,
      `What Parley does: ${explainBacklog(facts.waiting)}`,
      'What you can do: Nothing, unless the endpoint should stay disabled. In that case, disable it.',
    ],
  }
}

function certificateExpires(
  facts: Facts<'client_certificate_expires'>,
  workspace: string,
  host: string,
) {
  const { is_expired: isExpired, expires_at: expiresAt } = facts
  const end = toUtcText(expiresAt)
  return {
    subject: `Client certificate ${isExpired ? 'expired' : 'expires soon'}: ${host}`,
    paragraphs: [
      `The client certificate that Parley shows to a webhook endpoint of ${workspace} ${isExpired ? `expired on ${end}` : `expires on ${end}`}.`,
      [
        `Endpoint: ${toShownUrl(facts.url)}`,
        `Id: ${facts.endpoint_id}`,
        `Certificate: ${facts.subject}`,
      ].join('\n'),
      `What Parley does: Deliveries ${isExpired ? 'still show it' : 'show it until you replace it, also after that time'}. Receivers usually refuse an expired certificate; then deliveries fail and are retried.`,
      'What you can do: Get a new certificate, and save it in the TLS settings of the endpoint. New connections use it at once.',
    ],
  }
}

/** Why the last attempt had no bearer token. */
const TOKEN_FAILURES: Record<TokenError, string> = {
  token_server_blocked:
    'The token URL points to a private or reserved address, or to this service.',
  token_server_failed: 'The authorization server did not respond in time, or failed.',
  token_refused: 'The authorization server refused to issue an access token.',
  token_invalid: 'The response of the authorization server contained no bearer token.',
}

function explainTry(facts: Facts<'endpoint_disabled'>): string {
  const { last_error: error, last_response_status: status } = facts
  if (error === 'unexpected_status' && status !== null) return `it responded with ${status}.`
  if (error !== null && Object.hasOwn(FETCH_FAILURES, error))
    return FETCH_FAILURES[error as keyof typeof FETCH_FAILURES]
  if (error !== null && Object.hasOwn(TOKEN_FAILURES, error))
    return TOKEN_FAILURES[error as TokenError]
  return error ?? (status === null ? 'unknown' : `it responded with ${status}.`)
}

function explainBacklog(waiting: number): string {
  if (waiting === 0) return 'No deliveries were pending. New ones are sent as they are created.'
  const many = waiting >= WAITING_COUNTED_MAX
  const count = many ? `${WAITING_COUNTED_MAX.toLocaleString('en')} or more` : String(waiting)
  const noun = waiting === 1 ? 'pending delivery is' : 'pending deliveries are'
  return `${count} ${noun} sent now, slowly at first and then faster.`
}
