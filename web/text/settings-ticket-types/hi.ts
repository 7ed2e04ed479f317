import type { ticketTypes as source } from './en.ts'

/** The settings of types of tickets. */
export const ticketTypes: typeof source = {
  title: 'टिकट के प्रकार',
  intro: 'टिकट किस बारे में हैं, जैसे वापसी या सवाल। हर टिकट का एक प्रकार होता है या कोई नहीं।',
  create: 'टिकट का प्रकार बनाएँ',
  empty: 'अभी टिकट का कोई प्रकार नहीं',
  emptyText: 'एक बनाएँ, ताकि टिकट उसके अनुसार फ़िल्टर और रिपोर्ट किए जा सकें।',
  name: 'नाम',
  editTitle: '“{name}” का नाम बदलें',
  editOf: '{name} का नाम बदलें',
  deleteOf: '{name} मिटाएँ',
  deleteTitle: 'टिकट का प्रकार “{name}” मिटाएँ?',
  deleteText: 'इसके बाद उसके टिकटों का कोई प्रकार नहीं रहेगा। इसे पहले जैसा नहीं किया जा सकता।',
  deleted: 'टिकट का प्रकार “{name}” मिटाया गया।',
  deleteFailed: 'टिकट का प्रकार नहीं मिटाया जा सका',
}
