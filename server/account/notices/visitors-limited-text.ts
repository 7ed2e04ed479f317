import type { Facts, NoticeText } from './notice-values.ts'

const words: Record<
  Facts<'visitors_limited'>['reason'],
  { subject: string; what: string; todo: string }
> = {
  storage_nearly_full: {
    subject: 'Storage for visitors nearly full',
    what: 'The files of anonymous visitors use more than 80 % of the storage that they share. When it is full, no more files of anonymous visitors are accepted.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts or erase them. If your visitors send that many files, ask the operator of this server for a larger share.',
  },
  storage_full: {
    subject: 'Storage for visitors full',
    what: 'The files of anonymous visitors use all of the storage that they share. No more files of anonymous visitors are accepted. Their texts, the files of users whom your site vouches for, and your own uploads are not affected.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, erase their contacts. If your visitors send that many files, ask the operator of this server for a larger share.',
  },
  files: {
    subject: 'Many files of visitors',
    what: 'Anonymous visitors sent more files than one web chat takes. Some were refused and can be sent again a little later.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts. If your visitors send that many files, ask the operator of this server for a higher limit.',
  },
  conversations: {
    subject: 'Many new conversations of visitors',
    what: 'Anonymous visitors began more conversations than one web chat takes. The widget keeps what they write, and sends it a little later.',
    todo: 'Look at the newest conversations of the web chat. If they are spam, block their contacts. If that many visitors write to you, ask the operator of this server for a higher limit.',
  },
}

/** Writes the mail about a limit of anonymous visitors that a web chat reached. */
export function visitorsLimited(facts: Facts<'visitors_limited'>, workspace: string): NoticeText {
  const { subject, what, todo } = words[facts.reason]
  return {
    subject: `${subject}: ${facts.name}`,
    paragraphs: [
      `Anonymous visitors reached a limit of a web chat of ${workspace}.`,
      `Web chat: ${facts.name}\nId: ${facts.channel_id}`,
      `What Parley does: ${what}`,
      `What you can do: ${todo}`,
    ],
  }
}
