import type { RefusalText } from './account-errors.ts'

/** The refusals around the second step, the password, sessions and freezing. `errors.ts` says how to read them. */
export const SECURITY_REFUSALS = {
  EMAIL_REQUIRED: {
    status: 400,
    fa: 'ایمیل خود را وارد کنید.',
    en: 'Enter your email address.',
  },
  INVALID_EMAIL: {
    status: 400,
    fa: 'این ایمیل معتبر نیست؛ آن را بررسی کنید.',
    en: "This email isn't valid. Check it.",
  },
  EMAIL_TAKEN: {
    status: 409,
    fa: 'این ایمیل برای حساب دیگری ثبت شده است؛ ایمیل دیگری وارد کنید.',
    en: 'This email belongs to another account. Use another one.',
  },
  OLD_PASSWORD_INCORRECT: {
    status: 400,
    fa: 'رمز عبور فعلی نادرست است.',
    en: 'Your current password is wrong.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    fa: 'این نشست قبلاً پایان یافته است.',
    en: 'This session has already ended.',
  },
  PHRASE_INVALID: {
    status: 400,
    fa: 'عبارت امنیتی باید ۳ تا ۳۰ کاراکتر باشد.',
    en: 'Use 3 to 30 characters for your security phrase.',
  },
  FREEZE_LINK_INVALID: {
    status: 400,
    fa: 'این لینک استفاده شده یا زمان آن گذشته است؛ وارد شوید و از تنظیمات، حساب را مسدود کنید.',
    en: 'This link was used or has expired. Log in and freeze your account in settings.',
  },
} satisfies Record<string, RefusalText>
