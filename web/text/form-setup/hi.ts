import type { formSetup as source } from './en.ts'

/** The steps that connect each form service, one a line. */
export const formSetup: typeof source = {
  generic:
    'एम्बेड कोड अपने पेज में पेस्ट करें, या किसी प्रोग्राम से फ़ील्ड भेजें।\nहस्ताक्षर के लिए यहाँ सीक्रेट रखें और X-Form-Signature: sha256=… हेडर में बॉडी का HMAC-SHA256 hex में भेजें।',
  typeform:
    'Typeform में फ़ॉर्म खोलें, फिर Connect → Webhooks → Add a webhook।\nफ़ॉर्म URL पेस्ट करें और वेबहुक चालू करें।\nहस्ताक्षर के लिए वेबहुक में सीक्रेट डालें और वही सीक्रेट यहाँ रखें।',
  tally:
    'Tally में फ़ॉर्म प्रकाशित करें, फिर Integrations → Webhooks → Connect खोलें।\nendpoint URL में फ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए वहाँ signing secret जोड़ें और वही सीक्रेट यहाँ रखें।',
  jotform:
    'Jotform में फ़ॉर्म खोलें, फिर Settings → Integrations → Webhooks।\nफ़ॉर्म URL पेस्ट करें और इंटीग्रेशन पूरा करें।',
  google:
    'Google Forms में More → Apps Script खोलें और नीचे की स्क्रिप्ट पेस्ट करें, उसमें अपना फ़ॉर्म URL डालें।\nApps Script में ट्रिगर जोड़ें: फ़ंक्शन onFormSubmit, स्रोत “From form”, घटना “On form submit”।\nहस्ताक्षर के लिए स्क्रिप्ट में सीक्रेट डालें और वही सीक्रेट यहाँ रखें।',
  microsoft_forms:
    'Power Automate में “When a new response is submitted” ट्रिगर और “Get response details” ऐक्शन वाला फ़्लो बनाएँ।\nHTTP ऐक्शन जोड़ें: POST, फ़ॉर्म URL, और JSON बॉडी में जवाब name, email, phone और message नाम से।\nबॉडी में responseId भी जोड़ें, ताकि दोबारा चलने पर एक ही लीड बने।',
  contact_form_7:
    'WordPress में CF7 to Webhook प्लगइन इंस्टॉल करें।\nफ़ॉर्म में Webhook टैब खोलें, उसे चालू करें और फ़ॉर्म URL पेस्ट करें।',
  elementor:
    'Elementor में फ़ॉर्म विजेट चुनें और Actions After Submit में Webhook जोड़ें।\nवेबहुक URL में फ़ॉर्म URL पेस्ट करें और Advanced Data चालू करें।',
  fluent_forms:
    'Fluent Forms में Integrations के नीचे Webhooks मॉड्यूल चालू करें।\nफ़ॉर्म खोलें, फिर Settings & Integrations → Webhook → Add New।\nफ़ॉर्म URL पेस्ट करें, POST, JSON और सभी फ़ील्ड चुनें।',
  gravity_forms:
    'Gravity Forms में Webhooks ऐड-ऑन इंस्टॉल करें, फिर फ़ॉर्म की Settings → Webhooks → Add New खोलें।\nफ़ॉर्म URL पेस्ट करें, POST और JSON चुनें।\nRequest Body में Select Fields चुनें और id, form_id, name, email, phone और message कुंजियाँ रखें। All Fields के साथ पहले सबमिशन की फ़ील्ड “ध्यान चाहिए” में तय करें।',
  wpforms:
    'WPForms में Webhooks ऐड-ऑन इंस्टॉल करें, फिर फ़ॉर्म की Settings → Webhooks में उसे चालू करें।\nफ़ॉर्म URL पेस्ट करें, POST और JSON चुनें।\nRequest Body में name, email, phone और message कुंजियाँ रखें।',
  webflow:
    'Webflow में साइट की सेटिंग खोलें, फिर Apps & integrations → Webhooks → Add webhook।\nForm submission ट्रिगर चुनें और फ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए Webflow का दिखाया सीक्रेट कॉपी करें और यहाँ रखें।',
  wix: 'Wix में Automations → New automation खोलें और Form submitted ट्रिगर चुनें।\nSend HTTP request ऐक्शन जोड़ें: POST, फ़ॉर्म URL, सभी कुंजियाँ और मान।',
  framer:
    'Framer में फ़ॉर्म चुनें, Send To के पास Add, फिर Webhook चुनें।\nफ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए कम से कम 32 अक्षरों का सीक्रेट डालें और वही यहाँ रखें।',
  carrd:
    'Carrd में फ़ॉर्म संपादित करें, प्रकार Custom और तरीका POST चुनें।\nफ़ॉर्म URL पेस्ट करें और फ़ील्ड के नाम name, email, phone और message रखें।',
  netlify:
    'Netlify में प्रोजेक्ट के Forms → Notifications → Add notification → HTTP POST request खोलें।\nNew form submission घटना चुनें और फ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए JWS secret token डालें और वही सीक्रेट यहाँ रखें।',
  formspree:
    'Formspree में फ़ॉर्म खोलें, फिर Plugins → Webhook, और Simple चुनें।\nफ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए signing secret कॉपी करें और यहाँ रखें।',
  basin:
    'Basin में फ़ॉर्म खोलें, फिर Integrations → Webhooks → Create a new webhook।\nफ़ॉर्म URL पेस्ट करें और JSON फ़ॉर्मैट चुनें।',
  getform:
    'Forminit में फ़ॉर्म की Settings → Actions → Webhook खोलें।\nफ़ॉर्म URL पेस्ट करें, फिर Test & Save चुनें।',
  formcarry: 'Formcarry में फ़ॉर्म खोलें, फिर Integrations → Webhooks।\nफ़ॉर्म URL पेस्ट करें और सहेजें।',
  fillout:
    'Fillout में फ़ॉर्म खोलें, फिर Integrate → Webhook।\nफ़ॉर्म URL पेस्ट करें, Test, फिर Finish setup चुनें।\nफ़ॉर्म प्रकाशित करें।',
  paperform:
    'Paperform में फ़ॉर्म खोलें, फिर After Submission → Integrations & Webhooks → Webhooks।\nनए सबमिशन के लिए फ़ॉर्म URL वाला वेबहुक जोड़ें।',
  cognito_forms:
    'Cognito Forms में फ़ॉर्म की Settings में Post JSON Data to a Website चालू करें।\nSubmit Entry Endpoint में फ़ॉर्म URL पेस्ट करें। Update Entry Endpoint ख़ाली छोड़ें।',
  opnform:
    'OpnForm में फ़ॉर्म खोलें, फिर Integrations → Webhook।\nफ़ॉर्म URL पेस्ट करें।\nहस्ताक्षर के लिए वहाँ सीक्रेट डालें और वही यहाँ रखें।',
  wufoo:
    'Wufoo में फ़ॉर्म के Notifications में WebHook जोड़ें।\nफ़ॉर्म URL पेस्ट करें और Include Field and Form Structures चालू करें।\nवहाँ Handshake Key डालें और वही कुंजी यहाँ रखें।',
  formstack:
    'Formstack में फ़ॉर्म की Settings → Emails & Actions में WebHook जोड़ें।\nफ़ॉर्म URL पेस्ट करें और फ़ील्ड के नाम भेजना चुनें।\nवहाँ shared secret डालें और वही कुंजी यहाँ रखें।',
  zoho_forms:
    'Zoho Forms में फ़ॉर्म खोलें, फिर Integrations → Webhooks।\nफ़ॉर्म URL पेस्ट करें, JSON चुनें, और Name, Email, Phone और Message पैरामीटर जोड़ें।',
  hubspot:
    'HubSpot में ऐसा वर्कफ़्लो बनाएँ जो आपका फ़ॉर्म सबमिट होने पर शुरू हो।\nSend a webhook ऐक्शन जोड़ें: POST, फ़ॉर्म URL, संपर्क की सभी प्रॉपर्टी।\nहस्ताक्षर के लिए अपने ऐप के साथ request signature चुनें और ऐप का client secret यहाँ रखें।',
  unbounce: 'Unbounce में पेज के Integrations → Webhooks → Add Webhook खोलें।\nफ़ॉर्म URL पेस्ट करें।',
  google_ads:
    'Google Ads में लीड फ़ॉर्म ऐसेट संपादित करें और Lead delivery → Webhook integration खोलें।\nफ़ॉर्म URL पेस्ट करें और कुंजी चुनें। वही कुंजी यहाँ रखें।\nSend test data चुनें। परीक्षण इनबाउंड लॉग में दिखता है और संपर्क नहीं बनाता।',
  meta_lead_ads:
    'Meta के अपने वेबहुक में जवाब नहीं होते। Zapier, Make या लीड पढ़ने वाला प्रोग्राम इस्तेमाल करें।\nलीड को JSON में id और field_data के साथ फ़ॉर्म URL पर भेजें।',
  zapier:
    'Zapier में Webhooks → POST ऐक्शन जोड़ें; Make में HTTP → Make a request जोड़ें।\nफ़ॉर्म URL, JSON, और name, email, phone और message फ़ील्ड रखें।\nसबमिशन की id Idempotency-Key हेडर में भेजें, ताकि दोबारा चलने पर एक ही लीड बने।',
}
