import type { Notice } from './schema.ts'

type Facts<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>['data']
type Text = { subject: string; paragraphs: string[] }

const words = {
  restricted: {
    what: 'has restricted an account of',
    parley:
      'It goes on sending. What the platform refuses is shown on each message, with the reason.',
    todo: "Open the account's page at the platform (Business Support Home), see what is restricted and until when, and ask for a review if you think that it is a mistake.",
  },
  disabled: {
    what: 'has disabled an account of',
    parley: 'Nothing is lost: messages wait, and what still comes in is stored.',
    todo: 'Ask the platform for a review (Business Support Home). Until it is lifted, reach your customers in other ways.',
  },
  disconnected: {
    what: 'has ended the connection to an account of',
    parley: 'Nothing is lost: messages wait. Nothing more comes in for it.',
    todo: 'Connect the account again at the platform, and set a new access token on the channel. If it is not to be connected any more, there is nothing to do.',
  },
}

/** Of an account that the platform restricts, disables or disconnects. */
export function accountRestricted(facts: Facts<'account_restricted'>, workspace: string): Text {
  const { what, parley, todo } = words[facts.status]
  const reason = facts.reason === null ? [] : [`Reason: ${facts.reason}`]
  return {
    subject: `Account ${facts.status}: ${toNames(facts)}`,
    paragraphs: [
      `The platform ${what} ${workspace}.`,
      [...toLines(facts), ...reason].join('\n'),
      `What Parley does: ${parley}`,
      `What to do: ${todo}`,
    ],
  }
}

/** Of a breach of the platform's rules, which has no consequence yet. */
export function accountViolation(facts: Facts<'account_violation'>, workspace: string): Text {
  return {
    subject: `Account warned: ${toNames(facts)}`,
    paragraphs: [
      `The platform says that an account of ${workspace} has broken its rules.`,
      [...toLines(facts), `Violation: ${facts.violation}`].join('\n'),
      'What Parley does: nothing changes yet; it goes on sending.',
      "What to do: Read the platform's rule, stop what is against it, and ask for a review on the account's page (Business Support Home) if you think that it is a mistake. Further violations restrict the account.",
    ],
  }
}

/** Of a number whose quality is low: customers block or report it. */
export function qualityLow(facts: Facts<'quality_low'>, workspace: string): Text {
  const limit = facts.messaging_limit === null ? [] : [`Limit: ${facts.messaging_limit}`]
  return {
    subject: `Quality low: ${toNames(facts)}`,
    paragraphs: [
      `The platform has flagged a number of ${workspace}: customers block or report its messages.`,
      [...toLines(facts), ...limit].join('\n'),
      'What Parley does: nothing changes yet; it goes on sending.',
      'What to do: Look at what you sent in the last seven days, above all templates for marketing: write only to people who agreed to it, less often, and offer a way out. If the quality stays low, the platform lowers the limit of the number.',
    ],
  }
}

/** Of a limit on how many people may be written to first. */
export function limitLowered(facts: Facts<'limit_lowered'>, workspace: string): Text {
  return {
    subject: `Messaging limit lowered: ${toNames(facts)}`,
    paragraphs: [
      `The platform has lowered how many people ${workspace} may write to first in 24 hours.`,
      [...toLines(facts), `Limit: ${facts.to} (was ${facts.from})`].join('\n'),
      'What Parley does: it goes on sending. Answers to people who wrote are not limited; what is beyond the limit is refused by the platform and shown on each message.',
      'What to do: Spread what you send over more days, and keep the quality of the number high: the platform raises the limit again by itself.',
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
