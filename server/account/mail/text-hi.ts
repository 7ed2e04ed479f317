import type { MailTexts } from './mail-catalogue.ts'

/** The mails to persons, in Hindi. */
export const hindi: MailTexts = {
  anAdmin: 'एक एडमिन',
  anIntegration: 'एक इंटीग्रेशन',
  aColleague: 'एक सहकर्मी',
  aCustomer: 'एक ग्राहक',
  invitation: ({ inviter, workspace, link }) => ({
    subject: `${workspace} में आपके लिए न्योता, भेजने वाले: ${inviter}`,
    paragraphs: [
      `${inviter} की ओर से आपको Parley पर ${workspace} में जुड़ने का न्योता है, जहाँ इसकी टीम मिलकर ग्राहकों को जवाब देती है।`,
      'सात दिन के अंदर न्योता स्वीकार करें:',
      link,
      'इसकी उम्मीद नहीं थी? तो कुछ न करें, और कुछ नहीं होगा।',
    ],
  }),
  passwordReset: ({ name, link }) => ({
    subject: 'नया पासवर्ड चुनें',
    paragraphs: [
      `किसी ने, शायद आपने ही, ${name} के लिए नया पासवर्ड चुनने को कहा है।`,
      'एक घंटे के अंदर उसे यहाँ चुनें। यह लिंक एक ही बार चलता है:',
      link,
      'आपने नहीं कहा था? तो कुछ न करें: आपका पासवर्ड वही रहेगा, और यह लिंक किसी और के पास नहीं है।',
    ],
  }),
  passwordChanged: () => ({
    subject: 'आपका पासवर्ड बदल गया है',
    paragraphs: [
      'आपके Parley खाते का पासवर्ड बदला गया है, और बाकी सब जगह से साइन आउट कर दिया गया है।',
      'आपने नहीं बदला? तो साइन-इन पेज पर “पासवर्ड भूल गए?” से तुरंत नया पासवर्ड चुनें, और अपने वर्कस्पेस के किसी एडमिन को बताएँ।',
    ],
  }),
  mention: ({ author, person, note, link }) => ({
    subject: `${author} ने आपका नाम लिया: ${person}`,
    paragraphs: [`${author} ने ${person} की बातचीत पर एक नोट में आपका नाम लिया है।`, note, link],
  }),
}
