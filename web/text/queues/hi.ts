import type { queues as source } from './en.ts'

/** The queues of teams: the conversations that wait until somebody takes them. */
export const queues: typeof source = {
  waiting: '{team}: {count, plural, one {# ग्राहक इंतज़ार में} other {# ग्राहक इंतज़ार में}}',
  waitingCapped: '{team}: {count, number} से ज़्यादा ग्राहक इंतज़ार में',
  reasons: {
    nobody_available: 'कोई ऑनलाइन नहीं है',
    all_at_capacity: 'ऑनलाइन सभी के पास पूरी बातचीत हैं',
    no_skill: 'पहली बातचीत का कौशल या भाषा किसी ऑनलाइन सदस्य के पास नहीं',
  },
  take: 'अगली लें',
  takeOf: 'अगली लें: {team}',
  takeFailed: 'अगली बातचीत नहीं ली जा सकी',
  nobodyWaits: 'आपकी टीमों का कोई ग्राहक बिना असाइनमेंट के इंतज़ार में नहीं है।',
  takeNext: 'अपनी टीमों की अगली लें',
}
