import type { inboxHeader as source } from './en.ts'

/** The header of an open conversation. */
export const inboxHeader: typeof source = {
  actions: 'बातचीत की कार्रवाइयाँ',
  close: 'बंद करें',
  reopen: 'फिर से खोलें',
  assign: 'असाइन करें',
  assignedTo: '{name} को असाइन की गई',
  nobody: 'असाइन नहीं की गई',
  snooze: 'स्नूज़ करें',
  tag: 'टैग लगाएँ',
  more: 'और',
  unread: 'अपठित मार्क करें',
  ticket: 'टिकट बनाएँ',
  takeOver: 'अपने हाथ में लें',
  release: 'बातचीत छोड़ें',
  remindsAt: 'जवाब न आने पर रिमाइंडर: {time}',
  snoozedUntil: '{time} तक स्नूज़ की गई',
  isClosed: 'बंद',
  isGroup: 'ग्रुप',
  noTeam: 'कोई टीम नहीं',
  moveToTeam: 'टीम को भेजें',
  ofTeam: '{name} टीम',
  participants: 'शामिल सदस्य',
  takesPart: '{names} {count, plural, one {शामिल हैं} other {शामिल हैं}}',
  waiting: 'इंतज़ार {time}',
  targets: {
    first_response: 'पहला जवाब',
    next_response: 'अगला जवाब',
    resolution: 'समाधान',
  },
  presence: {
    viewing:
      '{count, plural, offset:1 =1 {{first} भी देख रहे हैं} =2 {{first} और {second} भी देख रहे हैं} other {{first} और # अन्य भी देख रहे हैं}}',
    typing:
      '{count, plural, offset:1 =1 {{first} टाइप कर रहे हैं…} =2 {{first} और {second} टाइप कर रहे हैं…} other {{first} और # अन्य टाइप कर रहे हैं…}}',
  },
  takenOver: '{name}: बातचीत अब आपकी टीम के पास है',
  takenOverFailed: '{name} की बातचीत अपने हाथ में नहीं ली जा सकी',
  released: '{name}: बातचीत छोड़ी',
  releaseFailed: '{name} की बातचीत नहीं छोड़ी जा सकी',
}
