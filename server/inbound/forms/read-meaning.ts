import { findChannelTypes } from '#platforms/registry/platforms.ts'

/** The meaning of a form's field. */
export type FieldMeaning = 'email' | 'phone' | 'first' | 'last' | 'name' | 'message'

/** Meanings of the field kinds that form builders use. */
const types: Record<string, FieldMeaning> = {
  email: 'email',
  input_email: 'email',
  tel: 'phone',
  phone: 'phone',
  phone_number: 'phone',
  input_phone_number: 'phone',
  emailinput: 'email',
  contact_email: 'email',
  control_email: 'email',
  phonenumber: 'phone',
  control_phone: 'phone',
  longanswer: 'message',
  control_textarea: 'message',
  formemailinput: 'email',
  textarea: 'message',
  long_text: 'message',
}

/** Words of labels in English, Spanish, Portuguese, French, German, Italian and Hindi, without accents. */
const words: [FieldMeaning, string[]][] = [
  ['email', ['email', 'e mail', 'mail', 'correo', 'correo electronico', 'courriel', 'ईमेल', 'ई मेल']],
  [
    'phone',
    [
      'phone',
      'telephone',
      'tel',
      'mobile',
      'mobile number',
      'phone number',
      'contact number',
      'cell',
      'cellphone',
      'whats app',
      // A field named after a platform of phone numbers, such as WhatsApp, asks for the number.
      ...findChannelTypes(({ capabilities }) => capabilities.opensByPhone),
      'telefono',
      'telefone',
      'celular',
      'movil',
      'cellulare',
      'telefon',
      'telefonnummer',
      'handy',
      'handynummer',
      'mobilnummer',
      'rufnummer',
      'portable',
      'numero de telephone',
      'फोन',
      'फोन नंबर',
      'मोबाइल',
      'मोबाइल नंबर',
      'व्हाट्सएप',
      'दूरभाष',
    ],
  ],
  [
    'first',
    [
      'first name',
      'firstname',
      'name first',
      'names first',
      'fullname first',
      'name first name',
      'names first name',
      'fname',
      'given name',
      'primeiro nome',
      'primer nombre',
      'prenom',
      'vorname',
      'पहला नाम',
    ],
  ],
  [
    'last',
    [
      'last name',
      'lastname',
      'name last',
      'names last',
      'fullname last',
      'name last name',
      'names last name',
      'lname',
      'surname',
      'family name',
      'apellido',
      'apellidos',
      'sobrenome',
      'nom de famille',
      'nachname',
      'familienname',
      'cognome',
      'उपनाम',
      'अंतिम नाम',
      'सरनेम',
    ],
  ],
  [
    'name',
    [
      'name',
      'full name',
      'fullname',
      'your name',
      'customer name',
      'nombre',
      'nombre completo',
      'nome',
      'nome completo',
      'nom',
      'nom complet',
      'ihr name',
      'vollstandiger name',
      'नाम',
      'पूरा नाम',
    ],
  ],
  [
    'message',
    [
      'message',
      'comment',
      'comments',
      'question',
      'enquiry',
      'inquiry',
      'details',
      'notes',
      'mensaje',
      'mensagem',
      'comentario',
      'comentarios',
      'commentaire',
      'nachricht',
      'anmerkung',
      'messaggio',
      'संदेश',
      'टिप्पणी',
      'सवाल',
    ],
  ],
]

/** Words that make a name another person's, or a thing's. */
const foreign =
  /\b(account|agent|app|item|owner|plan|store|shop|service|site|workspace|company|business|organi[sz]ation|user|username|file|form|page|product|campaign|event|city|country|school|pet|course|brand|project|domain|host|empresa|firma|firmenname|entreprise|societe|azienda|producto|produto|ciudad|cidade)\b/

/**
 * Returns a field's meaning by its kind and label, with a confidence: 3 by its kind, 2 if the label is exactly such a
 * word, 1 if the label contains one, 0 if it is a company's or a thing's address.
 */
export function readMeaning(field: {
  key: string
  label: string
  type: string
}): { meaning: FieldMeaning; sureness: number } | undefined {
  const byType = types[field.type.toLowerCase()]
  if (byType && byType !== 'message') return { meaning: byType, sureness: 3 }
  for (const text of new Set([fold(field.label), fold(field.key)])) {
    const stripped = text.replace(/^(your|my|tu|su|seu|votre|ihre?|आपका) /, '')
    const exact = words.find(([, list]) => list.includes(text) || list.includes(stripped))
    if (exact) return { meaning: exact[0], sureness: 2 }
  }
  for (const text of new Set([fold(field.label), fold(field.key)])) {
    const isForeign = foreign.test(text)
    const held = words.find(
      ([meaning, list]) =>
        (!isForeign || meaning === 'email' || meaning === 'phone') &&
        list.some((word) => ` ${text} `.includes(` ${word} `)),
    )
    if (held) return { meaning: held[0], sureness: isForeign ? 0 : 1 }
  }
  return byType && { meaning: byType, sureness: 1 }
}

/** Normalises a label: lower case, single spaces, no accents, no punctuation, camelCase and snake_case split. */
function fold(label: string): string {
  return label
    .slice(0, 200)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u093c]/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
