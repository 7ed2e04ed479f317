import type { OptOutLanguage } from '#shared/opt-outs.ts'

/** The words of a workspace that has not changed them. */
export const DEFAULT_LANGUAGES: readonly OptOutLanguage[] = [
  {
    language: 'en',
    stop: ['stop', 'unsubscribe', 'opt out', 'stop promotions', 'stop marketing'],
    start: ['start', 'subscribe', 'opt in', 'unstop'],
    stop_reply: 'You will no longer receive offers from us. Reply START to receive them again.',
    start_reply: 'You will receive our offers again. Reply STOP to end them.',
  },
  {
    language: 'hi',
    stop: ['रोकें', 'रोको', 'बंद करें', 'बंद करो', 'सदस्यता समाप्त करें'],
    start: ['शुरू करें', 'शुरू करो', 'चालू करें'],
    stop_reply: 'अब आपको हमारे ऑफ़र नहीं मिलेंगे। इन्हें फिर से पाने के लिए “शुरू करें” लिखें।',
    start_reply: 'अब आपको हमारे ऑफ़र फिर से मिलेंगे। इन्हें रोकने के लिए “रोकें” लिखें।',
  },
  {
    language: 'es',
    stop: ['alto', 'parar', 'baja', 'darme de baja', 'cancelar suscripción', 'no más mensajes'],
    start: ['alta', 'suscribir', 'suscribirme', 'reanudar'],
    stop_reply: 'Ya no recibirá nuestras ofertas. Responda ALTA para volver a recibirlas.',
    start_reply: 'Volverá a recibir nuestras ofertas. Responda BAJA para dejar de recibirlas.',
  },
  {
    language: 'pt',
    stop: ['parar', 'sair', 'cancelar inscrição', 'descadastrar', 'não quero receber'],
    start: ['voltar', 'inscrever', 'quero receber'],
    stop_reply: 'Você não receberá mais nossas ofertas. Responda VOLTAR para recebê-las novamente.',
    start_reply: 'Você voltará a receber nossas ofertas. Responda SAIR para deixar de recebê-las.',
  },
  {
    language: 'fr',
    stop: ['arrêt', 'arrêter', 'désabonner', 'se désabonner', 'désinscription'],
    start: ['reprendre', "s'abonner", 'abonner'],
    stop_reply: 'Vous ne recevrez plus nos offres. Répondez REPRENDRE pour les recevoir à nouveau.',
    start_reply: 'Vous recevrez à nouveau nos offres. Répondez ARRÊT pour ne plus les recevoir.',
  },
  {
    language: 'de',
    stop: ['stopp', 'abmelden', 'abbestellen', 'keine werbung'],
    start: ['anmelden', 'abonnieren', 'fortsetzen'],
    stop_reply:
      'Sie erhalten keine Angebote mehr von uns. Antworten Sie ANMELDEN, um sie wieder zu erhalten.',
    start_reply: 'Sie erhalten wieder Angebote von uns. Antworten Sie STOPP, um sie zu beenden.',
  },
  {
    language: 'ar',
    stop: ['توقف', 'إيقاف', 'الغاء الاشتراك', 'إلغاء الاشتراك'],
    start: ['ابدأ', 'بدء', 'اشتراك', 'استئناف'],
    stop_reply: 'لن تصلك عروضنا بعد الآن. أرسل "اشتراك" لاستقبالها من جديد.',
    start_reply: 'ستصلك عروضنا من جديد. أرسل "إيقاف" للتوقف عن استقبالها.',
  },
  {
    language: 'id',
    stop: ['berhenti', 'berhenti berlangganan', 'stop promo'],
    start: ['mulai', 'berlangganan'],
    stop_reply:
      'Anda tidak akan menerima penawaran kami lagi. Balas MULAI untuk menerimanya kembali.',
    start_reply: 'Anda akan menerima penawaran kami kembali. Balas BERHENTI untuk menghentikannya.',
  },
]
