import type { Facts, NoticeText } from './notice-values.ts'

const words = {
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

/** Writes the mail about an account that the platform restricted, disabled or disconnected. */
export function accountRestricted(
  facts: Facts<'account_restricted'>,
  workspace: string,
): NoticeText {
  const { what, parley, todo } = words[facts.status]
  const reason = facts.reason === null ? [] : [`Reason: ${facts.reason}`]
  return {
    subject: `Account ${facts.status}: ${toNames(facts)}`,
    paragraphs: [
      `The platform ${what} ${workspace}.`,
      [...toLines(facts), ...reason].join('\n'),
      `What Parley does: ${parley}`,
      `What you can do: ${todo}`,
    ],
  }
}

/** Writes the mail about a policy violation that has no consequences yet. */
export function accountViolation(facts: Facts<'account_violation'>, workspace: string): NoticeText {
  return {
    subject: `Account violated a policy: ${toNames(facts)}`,
    paragraphs: [
      `The platform reports that an account of ${workspace} violated a policy.`,
      [...toLines(facts), `Violation: ${facts.violation}`].join('\n'),
      'What Parley does: Nothing changes yet. It keeps sending.',
      "What you can do: Read the policy, stop what violates it, and request a review on the account's page (Business Support Home) if you think it is a mistake. Further violations can lead to a restriction.",
    ],
  }
}

/** Writes the mail about a number with low quality, which customers block or report. */
export function qualityLow(facts: Facts<'quality_low'>, workspace: string): NoticeText {
  const limit = facts.messaging_limit === null ? [] : [`Limit: ${facts.messaging_limit}`]
  return {
    subject: `Quality low: ${toNames(facts)}`,
    paragraphs: [
      `The platform flagged a number of ${workspace} because customers block or report its messages.`,
      [...toLines(facts), ...limit].join('\n'),
      'What Parley does: Nothing changes yet. It keeps sending.',
      "What you can do: Review what you sent in the last seven days, especially marketing templates. Only write to people who agreed to it, write less often, and offer a way to opt out. If the quality stays low, the platform lowers the number's messaging limit.",
    ],
  }
}

/** Writes the mail about a lowered limit on how many customers the business may write to first. */
export function limitLowered(facts: Facts<'limit_lowered'>, workspace: string): NoticeText {
  return {
    subject: `Messaging limit lowered: ${toNames(facts)}`,
    paragraphs: [
      `The platform lowered the number of people that ${workspace} can message first within 24 hours.`,
      [...toLines(facts), `Limit: ${facts.to} (was ${facts.from})`].join('\n'),
      'What Parley does: It keeps sending. Replies to customers who wrote to you are not limited. The platform rejects messages above the limit, and each of them shows the reason.',
      'What you can do: Spread your messages over more days and keep the quality of the number high. The platform raises the limit again automatically.',
    ],
  }
}

function toNames({ channels }: { channels: { name: string }[] }): string {
  const [first, ...others] = channels.map((channel) => channel.name)
  return others.length === 0 ? first! : `${first} and ${others.length} more`
}

function toLines({ channels }: { channels: { name: string; account: string }[] }): string[] {
  return channels.map(({ name, account }) => `Channel: ${name} (${account})`)
}
