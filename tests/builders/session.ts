import type { Session } from '#client/entities/session/session.ts'

/** A newly signed-up user, unless a test sets it otherwise. */
export function person(differences: Partial<Session> = {}): Session {
  return {
    mobileNumber: '+989123456789',
    firstName: null,
    lastName: null,
    email: null,
    nationalCode: null,
    birthDay: null,
    telephone: null,
    state: null,
    city: null,
    postalCode: null,
    address: null,
    idFormatType: null,
    image: false,
    backImage: false,
    documentImage: false,
    location: { countryName: 'Iran', countryPhoneCode: '+98' },
    bankAccounts: [],
    authenticationType: 'NOT_COMPLETE',
    authorized: false,
    pending: false,
    supervisor: false,
    userAccountLevel: 'VIP_1',
    totalTradesVolume: '0',
    fee: '0.4',
    referralCode: 'K7Q2ZD',
    ...differences,
  }
}
