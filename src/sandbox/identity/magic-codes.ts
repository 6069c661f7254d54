import { type NationalCode, parseNationalCode } from '#domain/national-code.ts'

/** The outcome of an inquiry about one of the magic national codes. Every other code is found and matches. */
export type MagicOutcome =
  | 'unknown-person'
  | 'mobile-of-another'
  | 'other-birth-date'
  | 'other-name'
  | 'similar-name'
  | 'account-unknown'
  | 'account-of-another'
  | 'account-not-found'
  | 'registry-down'
  | 'server-error'

export interface MagicCode {
  readonly prefix: string
  readonly outcome: MagicOutcome
  readonly meaning: { readonly fa: string; readonly en: string }
}

/** By their first four digits, so that any check digit may follow. */
export const MAGIC_CODES: readonly MagicCode[] = [
  {
    prefix: '9990',
    outcome: 'unknown-person',
    meaning: { fa: 'چنین کد ملی‌ای نیست', en: 'nobody has this national code' },
  },
  {
    prefix: '9991',
    outcome: 'mobile-of-another',
    meaning: { fa: 'شمارهٔ موبایل به نام شخص دیگری است', en: 'the mobile number is somebody else’s' },
  },
  { prefix: '9992', outcome: 'other-birth-date', meaning: { fa: 'تاریخ تولد مطابقت ندارد', en: 'another birth date' } },
  { prefix: '9993', outcome: 'other-name', meaning: { fa: 'نام مطابقت ندارد', en: 'another name' } },
  {
    prefix: '9994',
    outcome: 'account-of-another',
    meaning: { fa: 'کارت و شبا به نام شخص دیگری است', en: 'card and Sheba are somebody else’s' },
  },
  {
    prefix: '9995',
    outcome: 'account-not-found',
    meaning: { fa: 'کارت یا شبا فعال نیست', en: 'card or Sheba is not active' },
  },
  {
    prefix: '9996',
    outcome: 'registry-down',
    meaning: { fa: 'سامانهٔ ثبت احوال پاسخ نمی‌دهد', en: 'the registry does not answer' },
  },
  {
    prefix: '9998',
    outcome: 'similar-name',
    meaning: { fa: 'نام تا حدی شبیه است؛ اپراتور بررسی می‌کند', en: 'a similar name, for an operator to look at' },
  },
  {
    prefix: '9989',
    outcome: 'account-unknown',
    meaning: { fa: 'بانک صاحب کارت و شبا را نمی‌گوید', en: 'the bank does not say whose card and Sheba it is' },
  },
  { prefix: '9997', outcome: 'server-error', meaning: { fa: 'خطای سرور (۵۰۰)', en: 'server error (500)' } },
]

export function magicOutcomeOf(nationalCode: NationalCode): MagicOutcome | undefined {
  return MAGIC_CODES.find(({ prefix }) => nationalCode.startsWith(prefix))?.outcome
}

/** A valid code for a prefix, shown next to its meaning: the check digit is found by trying all ten. */
export function exampleOf({ prefix }: MagicCode): NationalCode {
  for (let digit = 0; digit <= 9; digit += 1) {
    const code = parseNationalCode(`${prefix}12345${digit}`)
    if (code !== undefined) return code
  }
  throw new Error(`no valid national code begins with ${prefix}12345`)
}
