import type { RefusalText } from './account-errors.ts'

/** The refusals around the account form, the registry, countries, bank cards and operators' decisions on identities. */
export const IDENTITY_REFUSALS = {
  USER_IDENTITY_DATA: {
    status: 409,
    fa: 'این موارد با ثبت احوال مطابقت ندارد؛ آن‌ها را اصلاح کنید.',
    en: "These details don't match the civil registry. Correct them.",
  },
  NATIONAL_CODE_NOT_VALID: {
    status: 409,
    fa: 'این کد ملی در ثبت احوال نیست؛ آن را بررسی کنید.',
    en: "The civil registry doesn't know this national ID number. Check it.",
  },
  BIRTH_DATE_MISMATCH: {
    status: 409,
    fa: 'تاریخ تولد با کد ملی مطابقت ندارد؛ آن را بررسی کنید.',
    en: "The date of birth doesn't match the national ID number. Check it.",
  },
  NAME_MISMATCH: {
    status: 409,
    fa: 'نام یا نام خانوادگی با کد ملی مطابقت ندارد؛ مطابق کارت ملی بنویسید.',
    en: "The name doesn't match the national ID number. Enter it as shown on your card.",
  },
  COUNTRY_PREFIX_MISMATCH: {
    status: 400,
    fa: 'پیش‌شمارهٔ موبایل با کشور شما مطابقت ندارد؛ شماره یا کشور را اصلاح کنید.',
    en: "The mobile number's country code doesn't match your country. Correct one of them.",
  },
  COUNTRY_UNKNOWN: {
    status: 400,
    fa: 'این کشور در فهرست نیست؛ کشور دیگری انتخاب کنید.',
    en: "This country isn't on our list. Choose another one.",
  },
  IDENTITY_SERVICE_NOT_COMPLETED: {
    status: 409,
    fa: 'استعلام هویت شما هنوز کامل نشده است؛ نتیجه را پیامک می‌کنیم.',
    en: "Your identity inquiry isn't complete yet. We'll text you the result.",
  },
  IDENTITY_NOT_PENDING: {
    status: 409,
    fa: 'این حساب دیگر در انتظار بررسی نیست؛ فهرست را به‌روز کنید.',
    en: 'This account is no longer waiting for a review. Refresh the list.',
  },
  BANK_ACCOUNT_UNCONFIRMED: {
    status: 409,
    fa: 'بانک صاحب این کارت یا شبا را تأیید نکرد؛ کارت دیگری اضافه کنید.',
    en: "The bank didn't confirm who owns this card or Sheba. Add another one.",
  },
  BANK_ACCOUNTS_FULL: {
    status: 409,
    fa: 'بیش از ۵ حساب بانکی ممکن نیست؛ اول یکی را حذف کنید.',
    en: 'You can have 5 bank accounts at most. Remove one first.',
  },
  BANK_ACCOUNT_PRESENT: {
    status: 409,
    fa: 'این کارت یا شبا را قبلاً اضافه کرده‌اید.',
    en: "You've already added this card or Sheba.",
  },
  BANK_ACCOUNT_LAST: {
    status: 409,
    fa: 'حداقل یک حساب بانکی لازم است؛ اول حساب دیگری اضافه کنید.',
    en: 'You need at least one bank account. Add another one first.',
  },
  BANK_ACCOUNT_IN_USE: {
    status: 409,
    fa: 'یک واریز با این کارت در جریان است؛ پس از پایان آن حذفش کنید.',
    en: 'A deposit from this card is under way. Remove it once that is done.',
  },
  BANK_ACCOUNTS_ABROAD: {
    status: 409,
    fa: 'حساب بانکی فقط برای کاربران داخل ایران است.',
    en: 'Bank accounts are for users in Iran only.',
  },
} satisfies Record<string, RefusalText>
