/** The demo's own business number: the platform's id of it, and the phone people see. */
export const DEMO_NUMBER = { phoneNumberId: '100000000000001', displayPhone: '+91 80000 00001' }
