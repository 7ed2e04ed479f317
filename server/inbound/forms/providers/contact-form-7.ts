import type { FormDeclaration } from './form-declaration.ts'

/** Contact Form 7 with the plugin "CF7 to Webhook": its fields as flat JSON. Source: the plugin's code. */
export const contactForm7: FormDeclaration = { ignored: /^(_wpcf7|_wpnonce|g-recaptcha|h-captcha)/ }
