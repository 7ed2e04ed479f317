import { englishVisitors } from '#shared/visitor-words/en.ts'
import type { AssignmentFacts, MailTexts } from './mail-parts.ts'

/** Mails to users, in English. */
export const english: MailTexts = {
  anAdmin: 'An admin',
  anIntegration: 'An integration',
  aColleague: 'A member of your team',
  aCustomer: 'a customer',
  visitors: englishVisitors,
  invitation: ({ inviter, workspace, link }) => [
    `${inviter} invited you to ${workspace}`,
    `${inviter} invited you to join ${workspace} on Parley, where its team answers customers together.`,
    'Accept the invitation with this link. It is valid for seven days:',
    link,
    "If you weren't expecting this invitation, you can ignore this mail.",
  ],
  passwordReset: ({ name, link }) => [
    'Reset your password',
    `We received a request to reset the password for ${name}.`,
    'Set a new password with this link. It is valid for one hour and works once:',
    link,
    "If you didn't request this, you can ignore this mail. Your password stays the same.",
  ],
  passwordChanged: () => [
    'Your password was changed',
    'The password of your Parley account was changed. You were signed out of all other sessions.',
    'If this wasn\'t you, reset your password now with "Forgot your password?" on the sign-in page, and contact an admin of your workspace.',
  ],
  failedSignIns: () => [
    'Failed attempts to sign in to your account',
    'There were many failed attempts to sign in to your Parley account, from a device on which you have not signed in before.',
    'Your account is not locked, and you can sign in as usual. If the attempts were not yours, check that your password is long and that you use it nowhere else, or change it in your profile.',
    'You get this mail at most once a day.',
  ],
  secondFactorTurnedOn: () => [
    'Your second factor was turned on',
    'Signing in to your Parley account now requires your password and a code from your authenticator app. You were signed out of all other sessions.',
    'Keep your recovery codes in a safe place. You need one if you lose the device with the app.',
    "If this wasn't you, reset your password now, and contact an admin of your workspace.",
  ],
  secondFactorTurnedOff: () => [
    'Your second factor was turned off',
    'Signing in to your Parley account no longer requires a code. Your recovery codes stopped working.',
    "If this wasn't you, reset your password now, turn the second factor on again, and contact an admin of your workspace.",
  ],
  recoveryCodesReplaced: () => [
    'You have new recovery codes',
    'New recovery codes were created for your Parley account. The former ones stopped working.',
    "If this wasn't you, reset your password now, and contact an admin of your workspace.",
  ],
  recoveryCodeUsed: () => [
    'A recovery code was used to sign in',
    'Your password and one of your recovery codes were used to sign in to your Parley account. The code does not work again. You can create new codes in your settings.',
    "If this wasn't you, reset your password now, create new recovery codes, and contact an admin of your workspace.",
  ],
  passkeyAdded: ({ passkey }) => [
    'A passkey was added to your account',
    `The passkey "${passkey}" was added to your Parley account. It signs in without your password.`,
    "If this wasn't you, remove the passkey in Settings → Security, reset your password, and contact an admin of your workspace.",
  ],
  passkeyRemoved: ({ passkey }) => [
    'A passkey was removed from your account',
    `The passkey "${passkey}" no longer signs in to your Parley account. Sessions that it started on other devices have ended.`,
    "If this wasn't you, reset your password now, and contact an admin of your workspace.",
  ],
  passkeysRemoved: () => [
    'Passkeys were removed from your account',
    'The operator of Parley removed passkeys from your account and ended all of your sessions. You can sign in with your password and add new passkeys in Settings → Security.',
    "If you didn't ask for this, contact an admin of your workspace.",
  ],
  passkeyCopied: ({ passkey }) => [
    'A passkey of your account may have been copied',
    `A sign-in with the passkey "${passkey}" was refused, because its device and Parley disagree on how often it was used. This happens when somebody has copied the passkey from its device.`,
    'Remove this passkey in Settings → Security and add a new one. Tell an admin of your workspace if the attempt was not yours.',
    'You get this mail at most once a day.',
  ],
  ssoLinked: ({ label, workspace }) => [
    `Your account was connected with single sign-on of ${workspace}`,
    `Your Parley account was connected with ${label}, the single sign-on of ${workspace}. Whoever runs it can sign in to ${workspace} as you, but to no other workspace.`,
    `If this wasn't you, reset your password now with "Forgot your password?" on the sign-in page, and contact an admin of ${workspace}.`,
  ],
  mention: ({ author, person, ticket, note, link }) => [
    `${author} mentioned you: ${person}`,
    ticket === null
      ? `${author} mentioned you in a note on the conversation with ${person}.`
      : `${author} mentioned you in a comment on ticket #${ticket} of ${person}.`,
    note,
    link,
  ],
  assignment: (facts) => [toTitle(facts), toSentence(facts), facts.link],
  missed: ({ count, items, link }) => [
    `${count} notifications while you were away`,
    'You were mentioned, or assigned to conversations and tickets, while you were away.',
    ...items.map((item) =>
      item.kind === 'mention'
        ? `${item.author} mentioned you (${item.person}):\n${item.note}\n${item.link}`
        : `${toSentence(item)}\n${item.link}`,
    ),
    'All notifications:',
    link,
  ],
}

function toTitle({ author, person, ticket, bulk }: AssignmentFacts): string {
  if (bulk) return assignedMany(author, bulk)
  return ticket === null
    ? `${author} assigned you a conversation: ${person}`
    : `${author} assigned you ticket #${ticket}: ${person}`
}

function toSentence({ author, person, ticket, bulk }: AssignmentFacts): string {
  if (bulk) return `${assignedMany(author, bulk)}.`
  return ticket === null
    ? `${author} assigned the conversation with ${person} to you.`
    : `${author} assigned ticket #${ticket} of ${person} to you.`
}

function assignedMany(
  author: string,
  { subject, count }: { subject: 'chats' | 'tickets'; count: number },
): string {
  const things = subject === 'chats' ? 'conversations' : 'tickets'
  return `${author} assigned you ${count.toLocaleString('en')} ${things}`
}
