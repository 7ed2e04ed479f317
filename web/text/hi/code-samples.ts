import type { codeSamples as source } from '../en/code-samples.ts'

/** Code, and other text of machines. */
export const codeSamples: typeof source = {
  language: 'भाषा',
  needs: 'चलाने से पहले ये वेरिएबल सेट करें:',
  variables: {
    PARLEY_KEY: 'में कोई API कुंजी',
    WEBHOOK_SECRET: 'में एंडपॉइंट की हस्ताक्षर वाली गुप्त कुंजी',
    WHATSAPP_APP_SECRET:
      'में वह ऐप सीक्रेट, जिससे यह सर्वर जाँचता है: प्लैटफ़ॉर्म पर आपके ऐप का, डेमो में उसके डेटा फ़ोल्डर की फ़ाइल whatsapp-app-secret का',
    EVENT_ID: 'में किसी घटना की id',
  },
  shortened: '{all} में से पहले {shown} अक्षर।',
  showAll: 'सब दिखाएँ',
}
