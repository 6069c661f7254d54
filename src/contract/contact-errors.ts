import type { RefusalText } from './account-errors.ts'

/** The refusals around a change of the mobile number or the e-mail address. `errors.ts` says how to read them. */
export const CONTACT_REFUSALS = {
  CONTACT_LOCKED: {
    status: 409,
    fa: 'تا پایان احراز هویت، شمارهٔ موبایل تغییر نمی‌کند؛ پس از آن تلاش کنید.',
    en: "Your mobile number can't change until your identity verification is finished. Try again after that.",
  },
  OLD_CONTACT_MISMATCH: {
    status: 400,
    fa: 'شماره یا ایمیل فعلی با حساب شما مطابقت ندارد؛ آن را بررسی کنید.',
    en: "This isn't the number or email your account has now. Check it.",
  },
  CONTACT_UNCHANGED: {
    status: 400,
    fa: 'شماره یا ایمیل جدید با فعلی یکی است؛ شماره یا ایمیل دیگری وارد کنید.',
    en: 'The new number or email is the same as the current one. Enter another one.',
  },
  CONTACT_CHANGE_NOT_BEGUN: {
    status: 409,
    fa: 'تغییری در جریان نیست یا زمان آن گذشته است؛ از اول شروع کنید.',
    en: "There's no change under way, or its time has run out. Start again.",
  },
  MOBILE_TAKEN: {
    status: 409,
    fa: 'این شماره برای حساب دیگری ثبت شده است؛ شمارهٔ دیگری وارد کنید.',
    en: 'This number belongs to another account. Use another one.',
  },
} satisfies Record<string, RefusalText>
