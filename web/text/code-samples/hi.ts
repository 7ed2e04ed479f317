import type { codeSamples as source } from './en.ts'

/** Code samples and raw text. */
export const codeSamples: typeof source = {
  language: 'भाषा',
  needs: 'चलाने से पहले ये वेरिएबल सेट करें:',
  end: '।',
  variables: {
    PARLEY_API_KEY: 'में कोई API कुंजी',
    WEBHOOK_SECRET: 'में एंडपॉइंट का साइनिंग सीक्रेट',
    WHATSAPP_APP_SECRET:
      'में वह ऐप सीक्रेट जिससे यह सर्वर सत्यापित करता है: Meta डैशबोर्ड से आपके ऐप का सीक्रेट, या डेमो में डेटा फ़ोल्डर की फ़ाइल whatsapp-app-secret',
    EVENT_ID: 'में किसी इवेंट की ID',
  },
  shortened: '{all} में से पहले {shown} अक्षर दिखाए जा रहे हैं।',
  showAll: 'सब दिखाएँ',
}
