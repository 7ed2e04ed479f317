import type { availability as source } from './en.ts'

/** Who is online, away or offline, in Hindi. */
export const availability: typeof source = {
  title: 'उपलब्धता',
  states: { online: 'ऑनलाइन', away: 'दूर', offline: 'ऑफ़लाइन' },
  shownUntil: '{time} तक {state}',
  outsideHours: 'ऑफ़लाइन, काम के घंटों के बाहर',
  automatic: 'अपने आप',
  automaticHint: 'जब तक Parley खुला है, ऑनलाइन',
  automaticHintOf: 'जब तक उनका Parley खुला है, ऑनलाइन',
  until: 'कब तक',
  untilTime: '{time} तक',
  choices: {
    half_hour: 'अगले 30 मिनट',
    hour: 'अगला 1 घंटा',
    day: 'दिन के अंत तक',
    open: 'जब तक मैं न बदलूँ',
    openOf: 'जब तक कोई न बदले',
  },
  of: '{name} की उपलब्धता: {state}',
  failed: 'उपलब्धता नहीं बदली जा सकी',
  workingHours: 'काम के घंटे',
  workingHoursHint: 'इन घंटों के बाहर आप ऑफ़लाइन दिखते हैं, जब तक आप ख़ुद कुछ और न चुनें।',
  noWorkingHours: 'कोई नहीं',
}
