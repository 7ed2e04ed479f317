import type { ImportRejection } from '#shared/contacts.ts'

/** A language of the file of rejected rows. */
export type RejectLanguage = (typeof REJECT_LANGUAGES)[number]

/** The languages of the file of rejected rows. */
export const REJECT_LANGUAGES = ['en', 'hi'] as const

/** The names of the two columns behind those of the file: the row's number and its problem. */
export const REJECT_COLUMNS: Record<RejectLanguage, [row: string, problem: string]> = {
  en: ['Row', 'Problem'],
  hi: ['पंक्ति', 'समस्या'],
}

/** The problems in Hindi. English ones are the messages that the import stored. */
export const HINDI_PROBLEMS: Record<ImportRejection, string> = {
  unclosed_quote: 'किसी सेल का उद्धरण चिह्न बंद नहीं है।',
  row_too_long: 'पंक्ति बहुत लंबी है।',
  too_many_cells: 'पंक्ति में हेडर से ज़्यादा सेल हैं।',
  nobody: 'पंक्ति में न नाम है, न फ़ोन नंबर, न ईमेल पता।',
  invalid_phone:
    'फ़ोन नंबर मान्य नहीं है। अगर स्प्रेडशीट ने नंबर बदल दिया है, तो कॉलम को टेक्स्ट के रूप में फ़ॉर्मैट करें।',
  invalid_email: 'ईमेल पता मान्य नहीं है।',
  invalid_field: 'किसी मान का प्रकार उसके कस्टम फ़ील्ड से मेल नहीं खाता।',
  too_long: 'कोई मान बहुत लंबा है।',
  identity_taken: 'फ़ोन नंबर या ईमेल पता ऐसे संपर्क का है जो आपको नहीं दिखता।',
  failed: 'पंक्ति सहेजी नहीं जा सकी।',
}
