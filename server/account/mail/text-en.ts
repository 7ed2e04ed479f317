import type { MailTexts } from './mail-catalogue.ts'

/** The mails to persons, in English. */
export const english: MailTexts = {
  anAdmin: 'An admin',
  anIntegration: 'An integration',
  aColleague: 'A colleague',
  aCustomer: 'a customer',
  invitation: ({ inviter, workspace, link }) => ({
    subject: `${inviter} invites you to ${workspace}`,
    paragraphs: [
      `${inviter} invites you to join ${workspace} on Parley, where its team answers customers together.`,
      'Accept the invitation within seven days:',
      link,
      'Did you not expect this? Then do nothing, and nothing happens.',
    ],
  }),
  passwordReset: ({ name, link }) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Somebody, probably you, asked to set a new password for ${name}.`,
      'Choose it here within an hour. The link works once:',
      link,
      'Was it not you? Then do nothing: your password stays as it is, and nobody else has this link.',
    ],
  }),
  passwordChanged: () => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Parley account was changed, and all other sessions were signed out.',
      'Was it not you? Then set a new one at once, with "Forgot your password?" on the sign-in page, and tell an admin of your workspace.',
    ],
  }),
  mention: ({ author, person, note, link }) => ({
    subject: `${author} mentioned you: ${person}`,
    paragraphs: [`${author} mentioned you in a note on the chat with ${person}.`, note, link],
  }),
}
