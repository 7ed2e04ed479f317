import type { inboxFilter as source } from './en.ts'

/** The filters of the inbox. */
export const inboxFilter: typeof source = {
  tag: 'टैग',
  anyTag: 'कोई भी टैग',
  channel: 'चैनल',
  anyChannel: 'कोई भी चैनल',
  assignee: 'असाइनी',
  anybody: 'कोई भी',
  nobody: 'असाइन नहीं की गई',
  team: 'टीम',
  anyTeam: 'कोई भी टीम',
  noTeam: 'कोई टीम नहीं',
  myTeams: 'मेरी टीमें',
  unread: 'सिर्फ़ अपठित',
  waiting: 'जवाब का इंतज़ार, सबसे पुराने पहले',
  priority: 'प्राथमिकता',
  anyPriority: 'कोई भी प्राथमिकता',
  holder: 'कौन सँभाल रहा है',
  anyHolder: 'कोई भी',
  heldByUs: 'आपकी टीम',
  heldByOthers: 'दूसरा ऐप या एजेंट',
  remove: 'फ़िल्टर हटाएँ: {name}',
}
