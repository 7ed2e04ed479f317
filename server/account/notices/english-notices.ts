import { FETCH_FAILURES } from '#lib/outgoing/fetch-failure.ts'
import type { TokenError } from '#shared/webhooks.ts'
import { toShownUrl, toUtcText } from './facts.ts'
import type { Facts, NoticeTexts } from './facts.ts'
import { WAITING_COUNTED_MAX } from './schema.ts'

/** The mails about an account, by its status. */
const ACCOUNTS = {
  restricted: {
    what: 'has restricted an account of',
    parley: 'It keeps sending. Each message that the platform rejects shows the reason.',
    todo: "Open the account's page on the platform (Business Support Home), check what is restricted and until when, and request a review if you think it is a mistake.",
  },
  disabled: {
    what: 'has disabled an account of',
    parley: 'No messages are lost: they stay queued. Messages from customers are still received.',
    todo: 'Request a review on the platform (Business Support Home). Until the account is restored, contact your customers in other ways.',
  },
  disconnected: {
    what: 'has ended the connection to an account of',
    parley:
      'No messages are lost: they stay queued. It no longer receives messages for this account.',
    todo: "Connect the account again on the platform, and set a new access token on the channel. If you no longer need the account, you don't have to do anything.",
  },
}

/** The mails about a limit of anonymous visitors, by the limit. */
const VISITORS = {
  storage_nearly_full: {
    subject: 'Storage for visitors nearly full',
    parley:
      'The files of anonymous visitors use more than 80 % of the storage that they share. When it is full, no more files of anonymous visitors are accepted.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts or erase them. If your visitors send that many files, ask the operator of this server for a larger share.',
  },
  storage_full: {
    subject: 'Storage for visitors full',
    parley:
      'The files of anonymous visitors use all of the storage that they share. No more files of anonymous visitors are accepted. Their texts, the files of users whom your site vouches for, and your own uploads are not affected.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, erase their contacts. If your visitors send that many files, ask the operator of this server for a larger share.',
  },
  files: {
    subject: 'Many files of visitors',
    parley:
      'Anonymous visitors sent more files than one web chat takes. Some were refused and can be sent again a little later.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts. If your visitors send that many files, ask the operator of this server for a higher limit.',
  },
  conversations: {
    subject: 'Many new conversations of visitors',
    parley:
      'Anonymous visitors began more conversations than one web chat takes. The widget keeps what they write, and sends it a little later.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts. If that many visitors write to you, ask the operator of this server for a higher limit.',
  },
}

/** The kinds of things that rules name. */
const PARTS: Record<string, string> = {
  member: 'member',
  team: 'team',
  tag: 'tag',
  channel: 'channel',
  canned_reply: 'canned reply',
  template: 'template',
  field: 'custom field',
}

/** Failures of the last attempt for which there was no bearer token. */
const TOKEN_FAILURES: Record<TokenError, string> = {
  token_server_blocked:
    'The token URL points to a private or reserved address, or to this service.',
  token_server_failed: 'The authorization server did not respond in time, or failed.',
  token_refused: 'The authorization server refused to issue an access token.',
  token_invalid: 'The response of the authorization server contained no bearer token.',
}

/** Mails about notices, in English. */
export const englishNotices: NoticeTexts = {
  labels: {
    parley: 'What Parley does',
    todo: 'What you can do',
    workspace: 'Your workspace',
  },
  endpoint_disabled(facts, workspace) {
    const isGone = facts.reason === 'gone'
    const since = facts.failing_since ? ` since ${toUtcText(facts.failing_since)}` : ''
    const why = isGone
      ? 'it responded with 410 Gone, which asks for no further deliveries'
      : `every delivery to it has failed${since}`
    return {
      subject: `Webhook endpoint disabled: ${hostOf(facts)}`,
      what: `Parley disabled a webhook endpoint of ${workspace} because ${why}.`,
      about: [...endpointLines(facts), `Last attempt: ${explainAttempt(facts)}`],
      parley: isGone
        ? 'Pending deliveries are kept but not attempted. New events are not delivered to this endpoint. They stay in the event feed and can be replayed.'
        : "No deliveries are lost: they stay pending, including those of new events. From time to time Parley attempts one of them, and enables the endpoint again once that succeeds. Deliveries that stay pending longer than your workspace's retention time are canceled.",
      todo: isGone
        ? 'If the endpoint should receive events again, make it respond with 2xx and enable it. Otherwise, delete it.'
        : 'Make the endpoint respond with 2xx within 10 seconds, or correct its URL. Send a test delivery, then enable the endpoint: the pending deliveries are sent. If you no longer need the endpoint, delete it.',
    }
  },
  endpoint_recovered(facts, workspace) {
    const since = facts.disabled_at
      ? ` It had been disabled since ${toUtcText(facts.disabled_at)}.`
      : ''
    return {
      subject: `Webhook endpoint works again: ${hostOf(facts)}`,
      what: `Parley enabled a webhook endpoint of ${workspace} again because it accepted a delivery.${since}`,
      about: endpointLines(facts),
      parley: explainBacklog(facts.waiting),
      todo: 'Nothing, unless the endpoint should stay disabled. In that case, disable it.',
    }
  },
  client_certificate_expires(facts, workspace) {
    const { is_expired: isExpired, expires_at: expiresAt } = facts
    return {
      subject: `Client certificate ${isExpired ? 'expired' : 'expires soon'}: ${hostOf(facts)}`,
      what: `The client certificate that Parley shows to a webhook endpoint of ${workspace} ${isExpired ? 'expired' : 'expires'} on ${toUtcText(expiresAt)}.`,
      about: [...endpointLines(facts), `Certificate: ${facts.subject}`],
      parley: `Deliveries ${isExpired ? 'still show it' : 'show it until you replace it, also after that time'}. Receivers usually refuse an expired certificate; then deliveries fail and are retried.`,
      todo: 'Get a new certificate, and save it in the TLS settings of the endpoint. New connections use it at once.',
    }
  },
  bot_off: (facts, workspace) => ({
    subject: `Bot switched off: ${facts.name}`,
    what: `A bot of ${workspace} did not act on ${facts.failures} conversations in a row, so it gets no new ones.`,
    about: [`Bot: ${facts.name}`, `Id: ${facts.bot_id}`],
    parley:
      'The conversations that it did not act on wait in the queue for people. It keeps the others that it has.',
    todo: 'Fix the program of the bot, then switch the bot on again in Settings → Bots.',
  }),
  channel_stopped: (facts, workspace) => ({
    subject: `Channel stopped: ${facts.name}`,
    what: `The platform rejects the account of a channel of ${workspace}, so sending on it has stopped.`,
    about: [
      `Channel: ${facts.name} (${facts.account})`,
      `Id: ${facts.channel_id}`,
      `Reason: ${facts.message} (${facts.code})`,
    ],
    parley:
      'No messages are lost: they stay queued. Parley tries one of them every five minutes, and sends the rest once the platform accepts it.',
    todo: facts.advice,
  }),
  account_restricted(facts, workspace) {
    const { what, parley, todo } = ACCOUNTS[facts.status]
    const reason = facts.reason === null ? [] : [`Reason: ${facts.reason}`]
    return {
      subject: `Account ${facts.status}: ${toNames(facts)}`,
      what: `The platform ${what} ${workspace}.`,
      about: [...channelLines(facts), ...reason],
      parley,
      todo,
    }
  },
  account_violation: (facts, workspace) => ({
    subject: `Account violated a policy: ${toNames(facts)}`,
    what: `The platform reports that an account of ${workspace} violated a policy.`,
    about: [...channelLines(facts), `Violation: ${facts.violation}`],
    parley: 'Nothing changes yet. It keeps sending.',
    todo: "Read the policy, stop what violates it, and request a review on the account's page (Business Support Home) if you think it is a mistake. Further violations can lead to a restriction.",
  }),
  quality_low(facts, workspace) {
    const limit = facts.messaging_limit === null ? [] : [`Limit: ${facts.messaging_limit}`]
    return {
      subject: `Quality low: ${toNames(facts)}`,
      what: `The platform flagged a number of ${workspace} because customers block or report its messages.`,
      about: [...channelLines(facts), ...limit],
      parley: 'Nothing changes yet. It keeps sending.',
      todo: "Review what you sent in the last seven days, especially marketing templates. Only write to people who agreed to it, write less often, and offer a way to opt out. If the quality stays low, the platform lowers the number's messaging limit.",
    }
  },
  limit_lowered: (facts, workspace) => ({
    subject: `Messaging limit lowered: ${toNames(facts)}`,
    what: `The platform lowered the number of people that ${workspace} can message first within 24 hours.`,
    about: [...channelLines(facts), `Limit: ${facts.to} (was ${facts.from})`],
    parley:
      'It keeps sending. Replies to customers who wrote to you are not limited. The platform rejects messages above the limit, and each of them shows the reason.',
    todo: 'Spread your messages over more days and keep the quality of the number high. The platform raises the limit again automatically.',
  }),
  domain_unproved({ domain, record, status, lapses_at: lapsesAt }, workspace) {
    const isLapsed = status === 'lapsed'
    return {
      subject: isLapsed ? `Domain no longer verified: ${domain}` : `TXT record missing: ${domain}`,
      what: `The domain ${domain} of ${workspace} ${isLapsed ? 'is no longer verified, because its TXT record was missing for days' : 'no longer has the TXT record that proves its ownership'}.`,
      about: [`Record: ${record}`],
      parley: isLapsed
        ? 'People with an address of the domain no longer become members by single sign-on. Members stay members and sign in as before.'
        : `Nothing changes until ${toUtcText(lapsesAt)}. From then on, people with an address of the domain no longer become members by single sign-on. Members stay members.`,
      todo: `${isLapsed ? 'Create the record again, and verify the domain in Settings → Single sign-on.' : 'Create the record again. Parley looks for it each day; Settings → Single sign-on checks it at once.'} If the domain is not yours any more, remove it there.`,
    }
  },
  visitors_limited({ name, channel_id: id, reason }, workspace) {
    const { subject, parley, todo } = VISITORS[reason]
    return {
      subject: `${subject}: ${name}`,
      what: `Anonymous visitors reached a limit of a web chat of ${workspace}.`,
      about: [`Web chat: ${name}`, `Id: ${id}`],
      parley,
      todo,
    }
  },
  rule_switched_off: ({ name, rule_id: id, reason, missing }, workspace) => ({
    subject: `Rule switched off: ${name}`,
    what:
      reason === 'missing'
        ? `Parley switched off a rule of ${workspace} because something that it names does not exist any more.`
        : `Parley switched off a rule of ${workspace} because it fired again and again for a conversation, each time at an event that no person caused.`,
    about: [
      `Rule: ${name}`,
      `Id: ${id}`,
      ...missing.map((part) => `Missing: ${PARTS[part.kind] ?? part.kind} ${part.id}`),
    ],
    parley: 'The rule does nothing until it is switched on again. What it did stays.',
    todo:
      reason === 'missing'
        ? 'Open Settings → Rules, choose something else in the rule, and switch it on.'
        : 'Look which program or rule answers this one. Change one of them, then switch the rule on under Settings → Rules.',
  }),
}

function hostOf({ url }: { url: string }): string {
  return URL.parse(url)?.host ?? 'a webhook endpoint'
}

function endpointLines(facts: { url: string; endpoint_id: string }): string[] {
  return [`Endpoint: ${toShownUrl(facts.url)}`, `Id: ${facts.endpoint_id}`]
}

function explainAttempt(facts: Facts<'endpoint_disabled'>): string {
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

function toNames({ channels }: { channels: { name: string }[] }): string {
  const [first, ...others] = channels.map((channel) => channel.name)
  return others.length === 0 ? first! : `${first} and ${others.length} more`
}

function channelLines({ channels }: { channels: { name: string; account: string }[] }): string[] {
  return channels.map(({ name, account }) => `Channel: ${name} (${account})`)
}
