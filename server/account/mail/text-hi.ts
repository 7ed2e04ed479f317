import type { MailTexts } from './mail-catalogue.ts'

/** Mails to users, in Hindi. */
export const hindi: MailTexts = {
  anAdmin: 'एक एडमिन',
  anIntegration: 'एक इंटीग्रेशन',
  aColleague: 'आपकी टीम के एक सदस्य',
  aCustomer: 'एक ग्राहक',
  invitation: ({ inviter, workspace, link }) => ({
    subject: `${workspace} में आपके लिए न्योता, भेजने वाले: ${inviter}`,
    paragraphs: [
      `${inviter} की ओर से आपको Parley पर ${workspace} में जुड़ने का न्योता है, जहाँ इसकी टीम मिलकर ग्राहकों को जवाब देती है।`,
      'इस लिंक से न्योता स्वीकार करें। यह सात दिन तक मान्य है:',
      link,
      'अगर आपको इस न्योते की उम्मीद नहीं थी, तो इस मेल को अनदेखा कर सकते हैं।',
    ],
  }),
  passwordReset: ({ name, link }) => ({
    subject: 'अपना पासवर्ड रीसेट करें',
    paragraphs: [
      `हमें ${name} का पासवर्ड रीसेट करने का अनुरोध मिला है।`,
      'इस लिंक से नया पासवर्ड सेट करें। यह एक घंटे तक मान्य है और एक ही बार काम करता है:',
      link,
      'अगर आपने यह अनुरोध नहीं किया, तो इस मेल को अनदेखा कर सकते हैं। आपका पासवर्ड वही रहेगा।',
    ],
  }),
  passwordChanged: () => ({
    subject: 'आपका पासवर्ड बदल गया है',
    paragraphs: [
      'आपके Parley खाते का पासवर्ड बदल दिया गया है। आपको बाकी सभी सेशन से साइन आउट कर दिया गया है।',
      'अगर यह आपने नहीं किया, तो साइन-इन पेज पर “पासवर्ड भूल गए?” से तुरंत अपना पासवर्ड रीसेट करें, और अपने वर्कस्पेस के किसी एडमिन से संपर्क करें।',
    ],
  }),
  mention: ({ author, person, note, link }) => ({
    subject: `${author} ने आपका ज़िक्र किया: ${person}`,
    paragraphs: [`${author} ने ${person} के साथ बातचीत पर एक नोट में आपका ज़िक्र किया है।`, note, link],
  }),
}
